import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import type { RolloutReasonCode } from '@rowcast/contracts/domain/models/reason-sentences';
import { useTranslation } from 'react-i18next';
import { asWritten, explained } from '@/shared/i18n/filled-sentence.ts';
import { formatDateTime, formatInteger } from '@/shared/lib/format/format.ts';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

const tones = { promoted: 'green', rolled_back: 'red', stopped: 'grey', running: 'blue' } as const;

/** The outcome of earlier rollouts, with the reason. */
export function PastRollouts({ rollouts }: { rollouts: readonly Rollout[] }) {
  const { t } = useTranslation('rollouts');
  const columns: Column<Rollout>[] = [
    {
      id: 'version',
      header: t('column.version'),
      cell: ({ modelVersion, mode }) => (
        <span className="whitespace-nowrap">
          v{modelVersion} <span className="text-soft">{t(`mode.${mode}`)}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('past.outcome'),
      cell: ({ status, reason, why }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[status]}>{t(`past.${status}`)}</Badge>
          {reason && (
            <span className="text-sm">
              {explained(reason, why, (code) => t(`rolloutReason.${code as RolloutReasonCode}`, asWritten))}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'calls',
      header: t('figure.calls'),
      numeric: true,
      hideBelow: 'sm',
      cell: ({ figures }) => formatInteger(figures?.candidate.calls),
    },
    {
      id: 'ended',
      header: t('past.ended'),
      hideBelow: 'md',
      className: 'whitespace-nowrap',
      cell: ({ endedAt }) => formatDateTime(endedAt),
    },
  ];
  return (
    <Panel title={t('past.title')} description={t('past.description')}>
      <DataTable label={t('past.title')} columns={columns} rows={rollouts} rowId={({ id }) => id} />
    </Panel>
  );
}
