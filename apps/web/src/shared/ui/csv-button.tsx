import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvCell, toCsv } from '../lib/csv.ts';
import { saveFile } from '../lib/download.ts';
import { Button } from './button.tsx';

interface SavedColumn<Row> {
  id: string;
  header: string;
  sortValue?: (row: Row) => CsvCell;
}

interface CsvButtonProps<Row> {
  label: string;
  columns: readonly SavedColumn<Row>[];
  /** As they stand in the table. */
  rows: readonly Row[];
  table: RefObject<HTMLTableElement | null>;
}

/** What a cell shows; of its parts, those that stand apart are kept apart. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof Element && node.ariaHidden === 'true') return '';
  return ` ${[...node.childNodes].map(textOf).join('')} `;
}

/** Saves the rows that are shown: values where a column is sorted by them, which are exact, else what its cells say. */
export function CsvButton<Row>({ label, columns, rows, table }: CsvButtonProps<Row>) {
  const { t } = useTranslation('ui');
  const save = () => {
    const places = columns
      .map((column, at) => ({ column, at }))
      .filter(({ column }) => column.id !== 'actions');
    const shown = table.current?.tBodies[0]?.rows;
    const lines = rows.map((row, line) =>
      places.map(({ column: { sortValue }, at }) => {
        if (sortValue) return sortValue(row);
        const cell = shown?.[line]?.cells[at];
        return cell && textOf(cell).replace(/\s+/g, ' ').trim();
      }),
    );
    const csv = toCsv([places.map(({ column }) => column.header), ...lines]);
    saveFile(new Blob([csv], { type: 'text/csv' }), `${label}.csv`);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t('csvOf', { table: label })}
      className="text-faint"
      onClick={save}
    >
      <Download aria-hidden />
      CSV
    </Button>
  );
}
