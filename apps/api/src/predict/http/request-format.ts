import { z } from 'zod';

/** Query, policy and protocol headers of a call. */
const form = z.object({
  /** Query string with its question mark; empty if there is none. */
  query: z.string(),
  accept: z.string(),
  policy: z.string(),
  /** Open Inference Protocol: length of the JSON before binary tensors, empty without them. Null for other calls. */
  jsonBytes: z.string().nullable(),
});
export type Form = z.infer<typeof form>;

export const plainForm: Form = { query: '', accept: '', policy: '', jsonBytes: null };

/** As stored in the request log; null for the default. */
export const keptForm = (given: Form): string | null =>
  given.query || given.accept || given.policy || given.jsonBytes !== null ? JSON.stringify(given) : null;

export const formOf = (kept: string | null): Form => (kept ? form.parse(JSON.parse(kept)) : plainForm);
