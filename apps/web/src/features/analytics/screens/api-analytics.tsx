import type { DailyFigures } from '@rowcast/contracts/domain/apis/daily-figures';
import { ChartLine } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { formatInteger, formatMilliseconds } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { BarChart, LineChart } from '@/shared/ui/charts/charts.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useDailyFigures } from '../api.ts';
import { ExpectedScore, useExpectedScore } from '../components/expected-score.tsx';
import { RejectedRequests } from '../components/rejected-requests.tsx';
import { dayText } from '../day-text.ts';

const spans = ['7', '30', '90'] as const;

/** The requests of an API by day, and their latency. */
export function ApiAnalyticsScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('analytics');
  const [span, setSpan] = useQueryState('days', parseAsStringLiteral(spans).withDefault('30'));
  // Starts both requests in parallel.
  useDailyFigures(id, Number(span));
  const { isLoading, expected } = useExpectedScore(id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="sm:w-48">
        <Select
          aria-label={t('span')}
          value={span}
          onChange={(days) => void setSpan(days)}
          options={spans.map((days) => ({ value: days, label: t(`days.${days}`) }))}
        />
      </div>
      {isLoading ? (
        <Skeleton className="h-96" />
      ) : (
        <>
          {expected && <ExpectedScore {...expected} />}
          <Figures apiId={id} days={Number(span)} />
        </>
      )}
    </div>
  );
}

interface FiguresProps {
  apiId: string;
  days: number;
}

function Figures({ apiId, days }: FiguresProps) {
  const { t } = useTranslation('analytics');
  const paths = usePaths();
  const { data, error, refetch } = useDailyFigures(apiId, days);
  if (!data)
    return error ? (
      <ErrorState error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <Skeleton className="h-72" />
    );
  if (data.refusals.length === 0 && data.days.every(({ calls }) => calls === 0))
    return (
      <EmptyState
        icon={ChartLine}
        title={t('empty')}
        hint={t('emptyHint')}
        action={
          <Button asChild>
            <Link to={paths.apiTab(apiId, 'logs')}>{t('openLogs')}</Link>
          </Button>
        }
      />
    );
  return (
    <>
      <Charts days={data.days} />
      <RejectedRequests figures={data} />
    </>
  );
}

function Charts({ days }: { days: DailyFigures['days'] }) {
  const { t } = useTranslation('analytics');
  const sum = (key: 'calls' | 'errors') => formatInteger(days.reduce((total, day) => total + day[key], 0));
  const x = { key: 'date', label: t('day'), format: dayText };
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <section className="min-w-0 rounded-lg border bg-surface p-4">
        <BarChart
          title={t('calls.title')}
          note={t('calls.note', { calls: sum('calls'), errors: sum('errors') })}
          rows={days}
          x={x}
          series={[
            { key: 'calls', label: t('calls.calls'), format: formatInteger },
            { key: 'errors', label: t('calls.errors'), format: formatInteger },
          ]}
        />
      </section>
      <section className="min-w-0 rounded-lg border bg-surface p-4">
        <LineChart
          title={t('times.title')}
          note={t('times.note')}
          rows={days}
          x={x}
          series={[
            // A line would bridge days without data, and hide a single day between them.
            { key: 'p50Ms', label: t('times.p50'), format: formatMilliseconds, mark: 'points' },
            { key: 'p95Ms', label: t('times.p95'), format: formatMilliseconds, mark: 'points' },
          ]}
        />
      </section>
    </div>
  );
}
