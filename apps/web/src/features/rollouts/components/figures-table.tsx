import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { useTranslation } from 'react-i18next';
import {
  formatInteger,
  formatMilliseconds,
  formatNumber,
  formatPercent,
} from '@/shared/lib/format/format.ts';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

interface Line {
  name: string;
  stable: string;
  candidate: string;
  gate: string;
}

/** Metrics of both models, with the guardrails of the candidate. */
export function FiguresTable({ rollout: { figures, gates } }: { rollout: Rollout }) {
  const { t } = useTranslation('rollouts');
  const none = t('gates.none');
  const { stable, candidate, scoreDrift } = figures ?? { stable: null, candidate: null, scoreDrift: null };
  const lines: Line[] = [
    {
      name: t('figure.calls'),
      stable: formatInteger(stable?.calls),
      candidate: formatInteger(candidate?.calls),
      gate: t('gates.from', { calls: formatInteger(gates.minCalls) }),
    },
    {
      name: t('figure.errorRate'),
      stable: formatPercent(stable?.errorRate),
      candidate: formatPercent(candidate?.errorRate),
      gate: gates.maxErrorRate === null ? none : formatPercent(gates.maxErrorRate),
    },
    {
      name: t('figure.refusalRate'),
      stable: formatPercent(stable?.refusalRate),
      candidate: formatPercent(candidate?.refusalRate),
      gate:
        gates.maxRefusalRate === null
          ? none
          : t('gates.more', { share: formatPercent(gates.maxRefusalRate) }),
    },
    {
      name: t('figure.p95'),
      stable: formatMilliseconds(stable?.p95Ms),
      candidate: formatMilliseconds(candidate?.p95Ms),
      gate: gates.maxP95Ms === null ? none : formatMilliseconds(gates.maxP95Ms),
    },
    {
      name: t('figure.score'),
      stable: formatNumber(stable?.meanScore),
      candidate: formatNumber(candidate?.meanScore),
      gate: '',
    },
    {
      name: t('figure.drift'),
      stable: '',
      candidate: formatNumber(scoreDrift, 3),
      gate: gates.maxScoreDrift === null ? none : formatNumber(gates.maxScoreDrift),
    },
  ];
  const columns: Column<Line>[] = [
    {
      id: 'name',
      header: t('figure.title'),
      cell: ({ name, gate }) => (
        <>
          {name}
          {gate && (
            <span className="block text-faint text-sm sm:hidden">
              {t('figure.gate')}: {gate}
            </span>
          )}
        </>
      ),
    },
    { id: 'stable', header: t('label.stable'), numeric: true, cell: (line) => line.stable },
    { id: 'candidate', header: t('label.candidate'), numeric: true, cell: (line) => line.candidate },
    { id: 'gate', header: t('figure.gate'), numeric: true, hideBelow: 'sm', cell: ({ gate }) => gate },
  ];
  return <DataTable label={t('figure.title')} columns={columns} rows={lines} rowId={({ name }) => name} />;
}
