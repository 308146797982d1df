import { z } from 'zod';
import { why } from '../models/reason.ts';

export const releaseCheckKinds = ['invariant', 'rising', 'falling'] as const;

export const releaseCheck = z
  .object({
    kind: z
      .enum(releaseCheckKinds)
      .describe(
        'invariant: the prediction must not depend on the field; rising, falling: the prediction must increase or decrease with the field',
      ),
    field: z.string().trim().min(1, 'Choose a field').max(1_000),
    most: z.number().min(0).max(1e12).describe('tolerance, in the unit of the prediction or in probability'),
    label: z
      .string()
      .nullish()
      .refine((label) => (label?.length ?? 0) <= 1_000, 'Use at most 1000 characters')
      .describe(
        'the class whose probability is checked; by default the positive class of two, or all classes for invariant checks',
      ),
  })
  .meta({
    id: 'ReleaseCheck',
    description: 'A check that a model must pass before it is deployed to an API.',
  });
export type ReleaseCheck = z.infer<typeof releaseCheck>;

export const releaseCheckResult = z
  .object({ holds: z.boolean(), message: z.string().describe('the result as a sentence'), why })
  .meta({ id: 'ReleaseCheckResult' });
export type ReleaseCheckResult = z.infer<typeof releaseCheckResult>;
