import type { Report } from '@rowcast/contracts/domain/models/report';
import type { LeaderboardEntry, MetricName } from '@rowcast/contracts/domain/models/training';
import { Trophy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatMetric,
  formatMilliseconds,
  formatPercent,
} from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Badge, StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { withTerms } from '@/shared/ui/layout/term.tsx';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { candidateName } from '../../leaderboard/candidate-name.ts';
import { bestSingle, betterSingle, finalEntry, rank } from '../../leaderboard/leaderboard.ts';
import { useReasonText } from '../../report/reason-text.ts';

interface LeaderboardTableProps {
  entries: readonly LeaderboardEntry[];
  metric: MetricName | null;
  /** The best model so far, while the training runs. */
  best: string | null;
  /** After the training: the served model, ensemble weights and prediction times. */
  report?: Report;
}

export function LeaderboardTable({ entries, metric, best, report }: LeaderboardTableProps) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const served = report && finalEntry(entries);
  const single = report && bestSingle(entries, metric);
  const better = report && betterSingle(entries, metric);
  const [unfolded, setUnfolded] = useState(false);
  const columns: Column<LeaderboardEntry>[] = [
    {
      id: 'name',
      header: t('column.candidate'),
      className: 'min-w-40',
      sortValue: ({ name }) => candidateName(t, name),
      cell: ({ name, reason, why }) => (
        <div>
          <span className="inline-flex flex-wrap items-center gap-1.5 font-medium">
            {candidateName(t, name)}
            {name === served?.name && <Badge tone="accent">{t('leaderboard.served')}</Badge>}
            {name === single?.name && <Badge>{t('leaderboard.single')}</Badge>}
            {!report && name === best && (
              <span className="text-accent-text" title={t('leaderboard.best')}>
                <Trophy className="size-3.5" aria-hidden />
                <span className="sr-only">{t('leaderboard.best')}</span>
              </span>
            )}
          </span>
          {report && name === served?.name && <ServedScore report={report} />}
          {reason && <p className="text-faint text-sm">{inWords(reason, why)}</p>}
        </div>
      ),
    },
    {
      id: 'score',
      header: metric ? t(`metric.${metric}`) : t('column.score'),
      numeric: true,
      className: 'whitespace-nowrap',
      sortValue: ({ score }) => score,
      savedAsShown: true,
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
      sortValue: ({ fitSeconds }) => fitSeconds,
      cell: ({ fitSeconds }) => formatDuration(fitSeconds),
    },
    ...(report
      ? [
          {
            id: 'predict',
            header: t('column.predictTime'),
            numeric: true,
            hideBelow: 'md' as const,
            sortValue: ({ predictMillisecondsPerRow }: LeaderboardEntry) => predictMillisecondsPerRow,
            cell: ({ predictMillisecondsPerRow }: LeaderboardEntry) =>
              formatMilliseconds(predictMillisecondsPerRow, 2),
          },
          {
            id: 'size',
            header: t('column.size'),
            numeric: true,
            hideBelow: 'md' as const,
            className: 'whitespace-nowrap',
            sortValue: ({ sizeBytes }: LeaderboardEntry) => sizeBytes,
            cell: ({ sizeBytes }: LeaderboardEntry) => formatBytes(sizeBytes),
          },
          {
            id: 'weight',
            header: t('column.weight'),
            numeric: true,
            sortValue: ({ weight }: LeaderboardEntry) => weight,
            cell: ({ weight }: LeaderboardEntry) => (weight === null ? '–' : formatPercent(weight, 0)),
          },
        ]
      : []),
  ];
  const ranked = rank(entries, metric, best);
  const skipped = ranked.filter(({ status }) => status === 'skipped').length;
  const isFolded = skipped > 0 && skipped < ranked.length && !unfolded;
  const table = (
    <>
      <DataTable
        label={t('leaderboard.title')}
        columns={columns}
        rows={isFolded ? ranked.filter(({ status }) => status !== 'skipped') : ranked}
        rowId={({ name }) => name}
        empty={<EmptyLine>{t('leaderboard.empty')}</EmptyLine>}
      />
      {skipped > 0 && skipped < ranked.length && (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? 'leaderboard.hideSkipped' : 'leaderboard.showSkipped', { count: skipped })}
        </Button>
      )}
    </>
  );
  if (!served) return <div className="grid grid-cols-1 gap-2">{table}</div>;
  return (
    <section className="grid grid-cols-1 gap-2">
      <p className="max-w-prose text-soft text-sm">
        {served.estimator === 'ensemble'
          ? t('leaderboard.servedBlend')
          : t('leaderboard.servedAlone', { name: candidateName(t, served.name) })}{' '}
        {served.estimator !== 'onnx' && withTerms(t('leaderboard.folds'))}
      </p>
      {better && (
        <p className="max-w-prose text-soft text-sm">
          {t(better.isNoise ? 'leaderboard.singleWithinNoise' : 'leaderboard.singleSelected', {
            name: candidateName(t, better.single.name),
            single: formatMetric(better.single.score, metric),
            blend: formatMetric(better.blend.score, metric),
            spread: formatMetric(better.single.spread ?? better.blend.spread, metric),
            candidates: formatInteger(better.candidates),
          })}
        </p>
      )}
      {table}
    </section>
  );
}

/** The headline score, if it was measured on other rows than the leaderboard scores. */
function ServedScore({ report }: { report: Report }) {
  const { t } = useTranslation('models');
  const { evaluation, metric, rows, score } = report;
  if (evaluation?.source === 'out_of_fold' || score.value === null) return null;
  return (
    <p className="text-soft text-sm">
      {t('leaderboard.held', {
        score: formatMetric(score.value, metric),
        rows: formatInteger(evaluation?.rows ?? rows.test),
      })}
    </p>
  );
}
