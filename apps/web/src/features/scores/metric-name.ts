import type { Report } from '@rowcast/contracts/domain/models/report';
import type { MetricName } from '@rowcast/contracts/domain/models/training';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatMetric, formatScore } from '@/shared/lib/format/format.ts';

/** Names a metric of a report; an F1 is of one class where there are two, else the mean over them. */
export function useMetricName({ task, labels }: Pick<Report, 'task' | 'labels'>) {
  const { t } = useTranslation('models');
  const [, second = ''] = labels;
  return (metric: MetricName): string => {
    if (metric !== 'f1') return t(`metric.${metric}`);
    return task === 'binary' ? t('metric.f1Of', { label: classText(second) }) : t('metric.f1Macro');
  };
}

/** How much worse a score gets, in the metric's own digits where it is in the target's units. */
export const dropText = (metric: MetricName) => (drop: number | null) =>
  metric === 'rmse' || metric === 'mae' ? formatMetric(drop, metric) : formatScore(drop, 4);
