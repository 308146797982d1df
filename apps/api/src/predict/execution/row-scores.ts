import { z } from 'zod';

/** A row of a response. */
export const row = z.object({
  prediction: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  probabilities: z.record(z.string(), z.number()).optional(),
});
export type Row = z.infer<typeof row>;
const rows = z.array(row);
const answered = z.object({ predictions: z.array(z.unknown()) });

/** The first rows of a parsed response. Throws if none can be compared. */
export const rowsIn = (content: unknown, most?: number): Row[] =>
  rows.parse(answered.parse(content).predictions.slice(0, most));

/** The rows of a response; null if none can be compared. */
export function rowsOf(body: Buffer): Row[] | null {
  try {
    return rowsIn(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/** Score of a row for comparing models: the predicted number, or the probability of the first class. */
export function scoreOf({ prediction, probabilities }: Row): number | null {
  if (typeof prediction === 'number' && !probabilities) return prediction;
  if (!probabilities) return null;
  const first = Object.keys(probabilities).sort()[0];
  return first === undefined ? null : (probabilities[first] ?? null);
}

export function meanScore(rows: readonly (Row | null)[] | null): number | null {
  const scores = (rows ?? []).map((row) => row && scoreOf(row)).filter((score) => score !== null);
  return scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;
}
