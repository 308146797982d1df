import type { ScoreGap } from '@rowcast/contracts/domain/models/score-comparison';
import { useTranslation } from 'react-i18next';
import { formatChange } from '@/shared/lib/format/format.ts';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { comparableRows } from '../../report/comparison.ts';

type Ends = { low: number | null; high: number | null } | undefined;

export interface ComparedNumber {
  id: string;
  name: string;
  left: number | null | undefined;
  right: number | null | undefined;
  /** The confidence intervals of the values. */
  note?: { left: Ends; right: Ends };
  /** The reason why a value is undefined. */
  gap?: { left: ScoreGap | undefined; right: ScoreGap | undefined };
  format: (value: number | null) => string;
}

interface ComparisonTableProps {
  label: string;
  /** The header of the first column. */
  what: string;
  sides: { left: string; right: string };
  rows: readonly ComparedNumber[];
}

/** Values of both versions and their difference. */
export function ComparisonTable({ label, what, sides, rows }: ComparisonTableProps) {
  const { t } = useTranslation('models');
  const side = (which: 'left' | 'right'): Column<ComparedNumber> => ({
    id: which,
    header: sides[which],
    numeric: true,
    sortValue: (row) => row[which],
    savedAsShown: true,
    cell: (row) => (
      <>
        {row.gap?.[which] ? t('score.undefined') : row.format(row[which] ?? null)}
        {row.gap?.[which] && <p className="text-faint text-sm">{t(`score.why.${row.gap[which]}`)}</p>}
        <Interval ends={row.note?.[which]} format={row.format} />
      </>
    ),
  });
  const columns: Column<ComparedNumber>[] = [
    { id: 'name', header: what, className: 'min-w-28', cell: ({ name }) => name },
    side('left'),
    side('right'),
    {
      id: 'change',
      header: t('compare.change'),
      numeric: true,
      className: 'whitespace-nowrap',
      sortValue: (row) => changeOf(row),
      cell: (row) => {
        const change = changeOf(row);
        return change === null ? '–' : formatChange(change, row.format);
      },
    },
  ];
  return <DataTable label={label} columns={columns} rows={comparableRows(rows)} rowId={({ id }) => id} />;
}

const changeOf = ({ left, right }: ComparedNumber) =>
  typeof left === 'number' && typeof right === 'number' ? right - left : null;

function Interval({ ends, format }: { ends: Ends; format: ComparedNumber['format'] }) {
  if (!ends || ends.low === null || ends.high === null) return null;
  return (
    <p className="whitespace-nowrap text-faint text-sm">
      {format(ends.low)}–{format(ends.high)}
    </p>
  );
}
