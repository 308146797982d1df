import { z } from 'zod';
import { task } from '../models/training.ts';

export const sampleNames = ['telecom_customers', 'used_cars', 'support_tickets'] as const;
export type SampleName = (typeof sampleNames)[number];

export const sample = z
  .object({
    name: z.enum(sampleNames),
    title: z.string(),
    description: z.string(),
    target: z.string().describe('the column to predict'),
    task,
    rows: z.number().int(),
    columns: z.number().int(),
  })
  .meta({ id: 'Sample', description: 'A generated table to try the product with.' });
export type Sample = z.infer<typeof sample>;
