import { type CostTable, costTable } from '@rowcast/contracts/domain/predictions/decision';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { confusionMatrix, meanCost, type ProbabilitySample } from '../../decision.ts';

interface CostOutlookProps {
  labels: readonly string[];
  costs: CostTable;
  sample: ProbabilitySample;
  /** Formats a cost or a gain. */
  amount: (cost: number) => string;
}

interface Line {
  label: string;
  answered: [now: number, own: number];
  missed: [now: number, own: number];
  alarms: [now: number, own: number];
}

const column = (counts: number[][], at: number) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0);
const others = (counts: number[], at: number) =>
  counts.reduce((sum, count, place) => (place === at ? sum : sum + count), 0);

/**
 * For multiclass models: the effect of the costs on the rows of the report, by class, compared with the default
 * decision.
 */
export function CostPreview({ labels, costs, sample, amount }: CostOutlookProps) {
  const { t } = useTranslation('apis');
  // With costs of 0 and 1, the most likely class is predicted.
  const [now, own] = [costs, costTable(null, labels)].map((table) => confusionMatrix(sample, table)) as [
    number[][],
    number[][],
  ];
  const both = (of: (counts: number[][]) => number): [number, number] => [of(now), of(own)];
  const lines = labels.map<Line>((label, at) => ({
    label,
    answered: both((counts) => column(counts, at)),
    missed: both((counts) => others(counts[at] ?? [], at)),
    alarms: both((counts) => column(counts, at) - (counts[at]?.[at] ?? 0)),
  }));
  const against = ([value, before]: [number, number], write: (figure: number) => string) =>
    t('decision.against', { value: write(value), own: write(before) });
  const columns: Column<Line>[] = [
    {
      id: 'class',
      header: t('decision.class'),
      className: 'max-w-40 break-words font-medium',
      cell: ({ label }) => classText(label),
    },
    ...(['answered', 'missed', 'alarms'] as const).map((name) => ({
      id: name,
      header: t(`decision.by.${name}`),
      numeric: true,
      cell: (line: Line) => against(line[name], formatInteger),
    })),
  ];
  return (
    <>
      <Facts
        items={[
          {
            label: t('decision.meanCost'),
            value: against(
              both((counts) => meanCost(counts, costs)),
              amount,
            ),
          },
        ]}
      />
      <DataTable
        label={t('decision.follows')}
        columns={columns}
        csv={false}
        rows={lines}
        rowId={({ label }) => label}
      />
    </>
  );
}
