import type { Report } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatInteger, formatPercent, formatYear } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

type Ranked = NonNullable<Report['priorityRows']>;
type Row = Ranked['rows'][number];

const first = 10;
const none = 'none';

/** The columns that hold amounts, which a probability may be multiplied by. */
function amountColumns({ columns, rows }: Ranked): string[] {
  const isAmount = (value: Row['values'][number] | undefined) => typeof value === 'number' && value >= 0;
  return columns.filter(
    (_, at) =>
      rows.some(({ values }) => isAmount(values[at])) &&
      rows.every(({ values }) => values[at] === null || isAmount(values[at])),
  );
}

/** The evaluated rows to act on first, by score or by score times an amount, with the columns that identify them. */
export function PriorityRows({ report, ranked }: { report: Report; ranked: Ranked }) {
  const { t } = useTranslation('decisions');
  const [amount, setAmount] = useState(none);
  const [isOpen, setOpen] = useState(false);
  const isClass = report.task === 'binary';
  const positive = classText(report.labels[1] ?? '');
  const at = ranked.columns.indexOf(amount);
  const worth = ({ score, values }: Row): number | null => {
    const value = values[at];
    return typeof value === 'number' ? score * value : null;
  };
  const rows =
    at < 0 ? ranked.rows : ranked.rows.toSorted((one, other) => (worth(other) ?? 0) - (worth(one) ?? 0));
  const score = (value: number) => (isClass ? formatPercent(value) : formatAmount(value, 4));
  const keyText = cellText(ranked);
  const columns: Column<Row>[] = [
    { id: 'row', header: t('rows.row'), numeric: true, cell: ({ row }) => formatYear(row) },
    {
      id: 'score',
      header: isClass ? t('rows.probability', { positive }) : t('rows.predicted', { target: report.target }),
      numeric: true,
      cell: (row) => score(row.score),
    },
    ...(at < 0
      ? []
      : [
          {
            id: 'worth',
            header: t('rows.worth', { column: amount }),
            numeric: true,
            cell: (row: Row) => formatAmount(worth(row), 4),
          },
        ]),
    {
      id: 'actual',
      header: t('rows.actual', { target: report.target }),
      numeric: !isClass,
      cell: ({ actual }) => (typeof actual === 'number' ? formatAmount(actual, 4) : classText(actual)),
    },
    ...ranked.columns.map((name, index) => ({
      id: `cell ${name}`,
      header: name,
      numeric: ranked.rows.some(({ values }) => typeof values[index] === 'number'),
      className: 'max-w-56 truncate',
      cell: ({ values }: Row) => keyText(values[index] ?? null, index),
    })),
  ];
  const amounts = isClass ? amountColumns(ranked) : [];
  const shown = isOpen ? rows : rows.slice(0, first);
  return (
    <Panel
      title={t('rows.title')}
      description={t(isClass ? 'rows.note' : 'rows.noteNumbers', { positive, target: report.target })}
      actions={
        amounts.length > 0 && (
          <FieldFrame label={t('rows.by')} className="w-56">
            {(field) => (
              <Select
                {...field}
                value={amount}
                onChange={setAmount}
                options={[
                  { value: none, label: t('rows.byScore') },
                  ...amounts.map((name) => ({ value: name, label: t('rows.byWorth', { column: name }) })),
                ]}
              />
            )}
          </FieldFrame>
        )
      }
    >
      <div className="grid grid-cols-1 gap-2">
        <DataTable label={t('rows.title')} columns={columns} rows={shown} rowId={({ row }) => String(row)} />
        {rows.length > first && (
          <Button
            size="sm"
            variant="ghost"
            className="justify-self-start"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('rows.fewer') : t('rows.all', { rows: formatInteger(rows.length) })}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Years and codes, which are whole numbers of four or more digits in every row, have no separators. */
function cellText({ columns, rows }: Ranked) {
  const areCodes = columns.map((_, at) =>
    rows.every(({ values }) => {
      const value = values[at];
      return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1000);
    }),
  );
  return (value: Row['values'][number], at: number): string => {
    if (value === null) return '–';
    if (typeof value !== 'number') return String(value);
    return areCodes[at] ? formatYear(value) : formatAmount(value, 6);
  };
}
