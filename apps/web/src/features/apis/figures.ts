import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { MetricName } from '@rowcast/contracts/domain/models/training';
import { formatMetric, formatPercent } from '@/shared/lib/format/format.ts';

/** Of what the plan allows this month; null where it allows any number. */
export const usagePercent = ({ callsThisMonth, limit }: Api['usage']): number | null =>
  limit ? Math.round((callsThisMonth / limit) * 100) : null;

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

/** Before a first deployment there is no version to name. */
export const shownVersion = ({ version }: Pick<Api, 'version'>): string => (version === 'v0' ? '–' : version);
