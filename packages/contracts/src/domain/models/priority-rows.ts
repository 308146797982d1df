import { z } from 'zod';

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const priorityRow = z
  .object({
    row: z.number().int().describe('number of the row in the table, from 1'),
    score: z.number().describe('probability of the positive class, or the predicted number'),
    actual: z.union([z.string(), z.number()]).describe('true class or number'),
    values: z.array(cell).describe('cells of the columns, in their order'),
  })
  .meta({ id: 'PriorityRow' });

export const priorityRows = z
  .object({
    columns: z
      .array(z.string())
      .describe('columns that identify a row, the most important fields and non-negative amounts'),
    rows: z.array(priorityRow).describe('up to 200 evaluated rows by decreasing score'),
  })
  .meta({
    id: 'PriorityRows',
    description: 'The evaluated rows to act on first. Columns with personal data are omitted.',
  });
