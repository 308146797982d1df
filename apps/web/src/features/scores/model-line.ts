import type { Model } from '@rowcast/contracts/domain/models/model';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMetric } from '@/shared/lib/format/format.ts';

type ModelSummary = Pick<Model, 'type' | 'createdAt'> & Partial<Pick<Model, 'metric' | 'score'>>;

/** Distinguishes versions of a model by model type, score and date. */
export function useModelLine() {
  const { t } = useTranslation('models');
  return ({ type, createdAt, metric = null, score = null }: ModelSummary): string =>
    [
      t(`modelType.${type}`),
      ...(metric && score !== null ? [`${t(`metric.${metric}`)} ${formatMetric(score, metric)}`] : []),
      formatDateTime(createdAt),
    ].join(' · ');
}
