import type { LeaderboardEntry, MetricName } from '@rowcast/contracts/domain/training';
import { Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  formatBytes,
  formatDuration,
  formatMetric,
  formatNumber,
  formatPercent,
} from '@/shared/lib/format.ts';
import { StatusBadge } from '@/shared/ui/badge.tsx';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { rank } from '../leaderboard.ts';
import { useWhy } from '../why.ts';

interface LeaderboardTableProps {
  entries: readonly LeaderboardEntry[];
  metric: MetricName | null;
  best: string | null;
  /** Shares in the ensemble and prediction time, known once training is over. */
  finished?: boolean;
}

export function LeaderboardTable({ entries, metric, best, finished = false }: LeaderboardTableProps) {
  const { t } = useTranslation('models');
  const inWords = useWhy();
  const columns: Column<LeaderboardEntry>[] = [
    {
      id: 'name',
      header: t('column.candidate'),
      className: 'min-w-40',
      cell: ({ name, reason, why }) => (
        <div>
          <span className="inline-flex items-center gap-1.5 font-medium">
            {name}
            {name === best && (
              <span className="text-accent-text" title={t('leaderboard.best')}>
                <Trophy className="size-3.5" aria-hidden />
                <span className="sr-only">{t('leaderboard.best')}</span>
              </span>
            )}
          </span>
          {reason && <p className="text-faint text-sm">{inWords(reason, why)}</p>}
        </div>
      ),
    },
    {
      id: 'score',
      header: metric ? t(`metric.${metric}`) : t('column.score'),
      numeric: true,
      className: 'whitespace-nowrap',
      cell: ({ score, spread }) => (
        <>
          {formatMetric(score, metric)}
          {spread !== null && score !== null && (
            <span className="text-faint"> ± {formatMetric(spread, metric)}</span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'fit',
      header: t('column.fitTime'),
      numeric: true,
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ fitSeconds }) => formatDuration(fitSeconds),
    },
    ...(finished
      ? [
          {
            id: 'predict',
            header: t('column.predictTime'),
            numeric: true,
            hideBelow: 'md' as const,
            cell: ({ predictMillisecondsPerRow }: LeaderboardEntry) =>
              predictMillisecondsPerRow === null ? '–' : `${formatNumber(predictMillisecondsPerRow, 2)} ms`,
          },
          {
            id: 'size',
            header: t('column.size'),
            numeric: true,
            hideBelow: 'md' as const,
            className: 'whitespace-nowrap',
            cell: ({ sizeBytes }: LeaderboardEntry) => formatBytes(sizeBytes),
          },
          {
            id: 'weight',
            header: t('column.weight'),
            numeric: true,
            cell: ({ weight }: LeaderboardEntry) => (weight === null ? '–' : formatPercent(weight, 0)),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t('leaderboard.title')}
      columns={columns}
      rows={rank(entries, metric, best)}
      rowId={({ name }) => name}
      empty={
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-soft">
          {t('leaderboard.empty')}
        </p>
      }
    />
  );
}
