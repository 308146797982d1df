import type { Api } from '@rowcast/contracts/domain/api';
import type { MetricName } from '@rowcast/contracts/domain/training';
import { formatMetric, formatPercent } from '@/shared/lib/format.ts';

export const usagePercent = ({ calls, limit }: Api['usage']): number =>
  limit > 0 ? Math.round((calls / limit) * 100) : 0;

interface PrimaryScore {
  /** The metric's name where it is not accuracy. */
  label: MetricName | null;
  text: string;
}

/** Accuracy for classes; for numbers the metric that was trained for. */
export function primaryScore(model: Api['model']): PrimaryScore {
  if (!model) return { label: null, text: formatPercent(null) };
  if (model.accuracy !== null) return { label: null, text: formatPercent(model.accuracy) };
  return { label: model.metric as MetricName | null, text: formatMetric(model.score, model.metric) };
}
