import { z } from 'zod';
import { why } from '../models/reason.ts';

export const releaseCheckKinds = ['invariant', 'rising', 'falling'] as const;

export const releaseCheck = z
  .object({
    kind: z
      .enum(releaseCheckKinds)
      .describe('invariant: the field must not matter; rising, falling: how the answer goes with the field'),
    field: z.string().trim().min(1, 'Choose a field').max(1_000),
    most: z
      .number()
      .min(0)
      .max(1e12)
      .describe('how far the answer may move all the same, in its own unit or in probability'),
    label: z
      .string()
      .nullish()
      .refine((label) => (label?.length ?? 0) <= 1_000, 'A class may have 1,000 characters at most')
      .describe(
        'the class whose probability is looked at; left out, the positive one of two, or all where none may move',
      ),
  })
  .meta({ id: 'ReleaseCheck', description: 'What a model must hold before it may answer for an API.' });
export type ReleaseCheck = z.infer<typeof releaseCheck>;

export const releaseCheckResult = z
  .object({ holds: z.boolean(), message: z.string().describe('what was found, in plain words'), why })
  .meta({ id: 'ReleaseCheckResult' });
export type ReleaseCheckResult = z.infer<typeof releaseCheckResult>;
