import type { Report } from '@rowcast/contracts/domain/report';
import { formatMetric, formatNumber } from '@/shared/lib/format.ts';
import { Facts } from '@/shared/ui/facts.tsx';
import { useMetricName } from '../metric-name.ts';
import { rangeOf } from '../score-interval.ts';

export function OtherScores({ report }: { report: Report }) {
  const nameOf = useMetricName(report);
  return (
    <Facts
      items={report.otherScores.map(({ metric, value, ...ends }) => ({
        label: nameOf(metric),
        value: (
          <>
            <span className="font-medium" title={formatNumber(value, 15)}>
              {formatMetric(value, metric)}
            </span>{' '}
            <span className="text-faint text-sm">{rangeOf(ends, metric)}</span>
          </>
        ),
      }))}
    />
  );
}
