import { z } from 'zod';

/** How a call is asked, beside its body and the type of that. */
const form = z.object({
  /** From its question mark on; empty without one. */
  query: z.string(),
  accept: z.string(),
  policy: z.string(),
  /** Of the Open Inference Protocol: the length of the JSON before binary tensors, empty without them; null of any other call. */
  jsonBytes: z.string().nullable(),
});
export type Form = z.infer<typeof form>;

export const plainForm: Form = { query: '', accept: '', policy: '', jsonBytes: null };

/** As the log keeps it; null for the plain form. */
export const keptForm = (given: Form): string | null =>
  given.query || given.accept || given.policy || given.jsonBytes !== null ? JSON.stringify(given) : null;

export const formOf = (kept: string | null): Form => (kept ? form.parse(JSON.parse(kept)) : plainForm);
