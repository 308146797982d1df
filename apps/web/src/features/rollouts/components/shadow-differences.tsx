import type { Rollout, shadowAnswer } from '@rowcast/contracts/domain/apis/rollout';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { formatDateTime, formatInteger, formatNumber } from '@/shared/lib/format/format.ts';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useDifferences } from '../api.ts';

type Difference = z.output<typeof shadowAnswer>['differences'][number] & { at: string; id: string };

/** Rows for which the candidate's prediction differs. */
export function ShadowDifferences({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('rollouts');
  const { data, error, isLoading, refetch } = useDifferences(rollout.apiId, rollout.id);
  const rows = data?.flatMap(({ callId, at, differences }) =>
    differences.map((each) => ({ ...each, at, id: `${callId} ${each.row}` })),
  );
  const shadow = rollout.figures?.shadow;
  const show = (value: Difference['stable']) =>
    typeof value === 'number' ? formatNumber(value) : String(value ?? '–');
  const columns: Column<Difference>[] = [
    { id: 'at', header: t('difference.at'), hideBelow: 'sm', cell: ({ at }) => formatDateTime(at) },
    {
      id: 'row',
      header: t('difference.row'),
      numeric: true,
      hideBelow: 'sm',
      cell: ({ row }) => formatInteger(row),
    },
    { id: 'stable', header: t('label.stable'), cell: ({ stable }) => show(stable) },
    { id: 'candidate', header: t('label.candidate'), cell: ({ candidate }) => show(candidate) },
    {
      id: 'delta',
      header: t('difference.delta'),
      numeric: true,
      sortValue: ({ delta }) => delta,
      savedAsShown: true,
      // If one model returned no prediction, there is no difference.
      cell: ({ delta }) => (delta < Number.MAX_SAFE_INTEGER ? formatNumber(delta, 3) : '–'),
    },
  ];
  return (
    <section className="grid gap-2" aria-label={t('difference.title')}>
      <h3 className="font-semibold">{t('difference.title')}</h3>
      {shadow && (
        <p className="text-soft text-sm">
          {t('difference.summary', {
            rows: formatInteger(shadow.rows),
            differing: formatInteger(shadow.differing),
          })}
        </p>
      )}
      <DataTable
        label={t('difference.title')}
        columns={columns}
        rows={rows?.slice(0, 50)}
        rowId={({ id }) => id}
        initialSort={{ column: 'delta', descending: true }}
        loading={isLoading}
        error={error}
        onRetry={refetch}
        skeletonRows={3}
        empty={<p className="text-soft">{t('difference.none')}</p>}
      />
    </section>
  );
}
