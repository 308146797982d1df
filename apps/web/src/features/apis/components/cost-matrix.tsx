import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { NumberInput } from '@/shared/ui/input.tsx';
import type { CostTable } from '../decision.ts';

interface CostMatrixProps {
  labels: readonly string[];
  value: CostTable;
  onChange: (value: CostTable) => void;
}

interface Line {
  label: string;
  at: number;
}

/** True classes down, answered ones across. */
export function CostMatrix({ labels, value, onChange }: CostMatrixProps) {
  const { t } = useTranslation('apis');
  const put = (row: number, column: number, cost: number | null) =>
    onChange(
      value.map((costs, at) => (at === row ? costs.map((each, of) => (of === column ? cost : each)) : costs)),
    );
  const columns: Column<Line>[] = [
    {
      id: 'true',
      header: t('decision.true'),
      className: 'max-w-40 break-words font-medium',
      cell: ({ label }) => label,
    },
    ...labels.map((predicted, column) => ({
      id: `answered ${predicted}`,
      header: t('decision.answered', { label: predicted }),
      numeric: true,
      cell: ({ label, at }: Line) => (
        <NumberInput
          aria-label={t('decision.cell', { actual: label, predicted })}
          className="ml-auto w-24"
          step="any"
          value={value[at]?.[column]}
          onChange={(cost) => put(at, column, cost)}
        />
      ),
    })),
  ];
  return (
    <DataTable
      label={t('decision.costs')}
      columns={columns}
      rows={labels.map((label, at) => ({ label, at }))}
      rowId={({ label }) => `true ${label}`}
    />
  );
}
