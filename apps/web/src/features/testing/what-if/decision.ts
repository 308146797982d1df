import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import {
  type CallDecision,
  type Choice,
  costTable,
  costThreshold,
} from '@rowcast/contracts/domain/predictions/decision';
import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';

/** The default decision rule of the deployed model. */
export interface DecisionRule extends Choice {
  apiId: string;
  version: number;
  threshold: number | null;
}

export const decisionRuleOf = ({ apiId, version, task, report }: ModelDetail): DecisionRule => ({
  apiId,
  version,
  task,
  labels: report?.labels ?? [],
  threshold: report?.classification?.thresholds?.threshold ?? null,
});

/** The rule that chose a class other than the most likely one. */
export interface AppliedRule {
  by: CallDecision['by'] | 'model';
  what: 'threshold' | 'costs';
  /** For a binary model: the positive class and its threshold. */
  from: { positive: string; threshold: number } | null;
}

/** Null for the most likely class and for numbers. */
export function appliedRule(
  decision: CallDecision | null,
  { model }: Pick<PredictionResponse, 'model'>,
  { task, labels, threshold, version }: DecisionRule,
): AppliedRule | null {
  const positive = task === 'binary' ? labels[1] : undefined;
  const from = (at: number | null) =>
    at === null || positive === undefined ? null : { positive, threshold: at };
  if (decision?.costs)
    return { by: decision.by, what: 'costs', from: from(costThreshold(costTable(decision.costs, labels))) };
  if (decision) return { by: decision.by, what: 'threshold', from: from(decision.threshold) };
  const isOwn = threshold !== null && threshold !== 0.5 && model.version === `v${version}`;
  return isOwn ? { by: 'model', what: 'threshold', from: from(threshold) } : null;
}
