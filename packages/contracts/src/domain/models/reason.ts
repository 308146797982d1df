import { z } from 'zod';

export const sentenceParams = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe(
    'what the sentence is filled with; names that end in "share" are shares of 1, in "metric" metrics',
  );

// No enumeration, since what is shown live is read on every screen, by consoles older than the server, too.
export const reason = z
  .object({ code: z.string().describe('such as OUT_OF_TIME'), params: sentenceParams.optional() })
  .meta({ id: 'Reason', description: 'One sentence of an explanation, for readers of other languages.' });
export type Reason = z.infer<typeof reason>;

export const why = z.array(reason).optional().describe('the English text sentence by sentence');
