import type { Report } from '@rowcast/contracts/domain/models/report';
import type { MetricName } from '@rowcast/contracts/domain/models/training';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatMetric, formatScore } from '@/shared/lib/format/format.ts';

/** The name of a report's metric. F1 is for the positive class of a binary model, otherwise macro-averaged. */
export function useMetricName({ task, labels }: Pick<Report, 'task' | 'labels'>) {
  const { t } = useTranslation('models');
  const [, second = ''] = labels;
  return (metric: MetricName): string => {
    if (metric !== 'f1') return t(`metric.${metric}`);
    return task === 'binary' ? t('metric.f1Of', { label: classText(second) }) : t('metric.f1Macro');
  };
}

/** The drop of a score, formatted for its metric. */
export const scoreDropText = (metric: MetricName) => (drop: number | null) =>
  metric === 'rmse' || metric === 'mae' ? formatMetric(drop, metric) : formatScore(drop, 4);
