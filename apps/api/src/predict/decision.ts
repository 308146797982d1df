import type { ApiSettings, Task } from '@rowcast/contracts';

/** What a model chooses between; labels are empty for numbers. */
export interface Choice {
  task: Task | null;
  labels: readonly string[];
}

type Kept = Pick<ApiSettings, 'threshold' | 'costs'>;

const unknownClass = (costs: NonNullable<Kept['costs']>, labels: readonly string[]) =>
  Object.entries(costs)
    .flatMap(([actual, row]) => [actual, ...Object.keys(row)])
    .find((name) => !labels.includes(name));

/** Why a model can't decide by a threshold or by costs; null where it can, or there are none. */
export function whyUnfit({ threshold, costs }: Kept, { task, labels }: Choice): string | null {
  if (!costs && typeof threshold !== 'number') return null;
  const kept = costs ? 'The costs' : `The threshold ${threshold}`;
  if (task === 'regression')
    return `${kept} kept with this API choose between classes; this model predicts a number.`;
  const unknown = costs && unknownClass(costs, labels);
  if (unknown)
    return `${kept} kept with this API name the class "${unknown}", which this model does not know.`;
  if (!costs && task !== 'binary')
    return `${kept} kept with this API is for two classes; this model has ${labels.length}.`;
  return null;
}

/** Why a model answers without the threshold or the costs that its API keeps; null where it answers with them. */
export function whyLeftOut(kept: Kept, choice: Choice): string | null {
  const why = whyUnfit(kept, choice);
  return why && `${why} Calls are answered without until a model is deployed that they fit.`;
}

/** The API's own threshold or costs, as they would stand in a call's address; empty without any that fit. */
export function keptDecision(kept: Kept, choice: Choice): string {
  if (whyLeftOut(kept, choice)) return '';
  if (kept.costs) return `costs=${encodeURIComponent(JSON.stringify(kept.costs))}`;
  return typeof kept.threshold === 'number' ? `threshold=${kept.threshold}` : '';
}

/** The call's address with what the API decides in it, unless it decides itself. */
export function withDecision(query: string, kept: string): string {
  if (!kept || /[?&](threshold|costs)=/.test(query)) return query;
  return query ? `${query}&${kept}` : `?${kept}`;
}
