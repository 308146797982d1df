import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import {
  type CallDecision,
  type Choice,
  costTable,
  costThreshold,
} from '@rowcast/contracts/domain/predictions/decision';
import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';

/** How the model that answers chooses a class where nobody tells it otherwise. */
export interface Decider extends Choice {
  apiId: string;
  version: number;
  threshold: number | null;
}

export const deciderOf = ({ apiId, version, task, report }: ModelDetail): Decider => ({
  apiId,
  version,
  task,
  labels: report?.labels ?? [],
  threshold: report?.classification?.thresholds?.threshold ?? null,
});

/** What chose a class that is not simply the likeliest. */
export interface Decided {
  by: CallDecision['by'] | 'model';
  what: 'threshold' | 'costs';
  /** Of two classes: the second one, and from which probability on it is answered. */
  from: { positive: string; threshold: number } | null;
}

/** Null where the likeliest class is answered, or a number. */
export function decidedBy(
  decision: CallDecision | null,
  { model }: Pick<PredictionResponse, 'model'>,
  { task, labels, threshold, version }: Decider,
): Decided | null {
  const positive = task === 'binary' ? labels[1] : undefined;
  const from = (at: number | null) =>
    at === null || positive === undefined ? null : { positive, threshold: at };
  if (decision?.costs)
    return { by: decision.by, what: 'costs', from: from(costThreshold(costTable(decision.costs, labels))) };
  if (decision) return { by: decision.by, what: 'threshold', from: from(decision.threshold) };
  const isOwn = threshold !== null && threshold !== 0.5 && model.version === `v${version}`;
  return isOwn ? { by: 'model', what: 'threshold', from: from(threshold) } : null;
}
