import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { MetricName } from '@rowcast/contracts/domain/models/training';
import { formatMetric, formatPercent } from '@/shared/lib/format/format.ts';

/** The share of the plan's monthly limit; null if unlimited. */
export const usagePercent = ({ callsThisMonth, limit }: Api['usage']): number | null =>
  limit ? Math.round((callsThisMonth / limit) * 100) : null;

interface PrimaryScore {
  /** The metric's name, if not accuracy. */
  label: MetricName | null;
  text: string;
}

/** Accuracy for classification; the training metric for regression. */
export function primaryScore(model: Api['model']): PrimaryScore {
  if (!model) return { label: null, text: formatPercent(null) };
  if (model.accuracy !== null) return { label: null, text: formatPercent(model.accuracy) };
  return { label: model.metric as MetricName | null, text: formatMetric(model.score, model.metric) };
}

/** An API without a deployment has no version to show. */
export const displayVersion = ({ version }: Pick<Api, 'version'>): string =>
  version === 'v0' ? '–' : version;
