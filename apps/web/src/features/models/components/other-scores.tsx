import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { formatMetric, formatNumber } from '@/shared/lib/format.ts';
import { Facts } from '@/shared/ui/facts.tsx';

export function OtherScores({ scores }: { scores: Report['otherScores'] }) {
  const { t } = useTranslation('models');
  return (
    <Facts
      items={scores.map(({ metric, value, low, high }) => ({
        label: t(`metric.${metric}`),
        value: (
          <>
            <span className="font-medium" title={formatNumber(value, 15)}>
              {formatMetric(value, metric)}
            </span>{' '}
            <span className="text-faint text-sm">
              {formatMetric(low, metric)}–{formatMetric(high, metric)}
            </span>
          </>
        ),
      }))}
    />
  );
}
