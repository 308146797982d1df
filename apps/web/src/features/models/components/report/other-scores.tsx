import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { rangeOf, useMetricName } from '@/features/scores/index.ts';
import { formatExact, formatMetric } from '@/shared/lib/format/format.ts';
import { Facts } from '@/shared/ui/tables/facts.tsx';

export function OtherScores({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const nameOf = useMetricName(report);
  return (
    <Facts
      items={report.otherScores.map(({ metric, value, gap, ...ends }) => ({
        label: nameOf(metric),
        value: (
          <>
            <span className="font-medium" title={formatExact(value)}>
              {value === null && gap ? t('score.undefined') : formatMetric(value, metric)}
            </span>{' '}
            <span className="text-faint text-sm">
              {value === null && gap ? t(`score.why.${gap}`) : rangeOf(ends, metric)}
            </span>
          </>
        ),
      }))}
    />
  );
}
