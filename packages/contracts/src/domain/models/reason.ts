import { z } from 'zod';

export const sentenceParams = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe(
    'parameters of the sentence; names ending in "share" are fractions of 1, names ending in "metric" are metric names',
  );

// No enumeration, since what is shown live is read on every screen, by consoles older than the server, too.
export const reason = z
  .object({ code: z.string().describe('such as OUT_OF_TIME'), params: sentenceParams.optional() })
  .meta({
    id: 'Reason',
    description: 'One sentence of an explanation, for translation into other languages.',
  });
export type Reason = z.infer<typeof reason>;

export const why = z
  .array(reason)
  .optional()
  .describe('the sentences of the English text as codes and parameters');
