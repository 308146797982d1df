import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvCell, toCsv } from '../../lib/format/csv.ts';
import { saveFile } from '../../lib/http/download.ts';
import { Button } from '../actions/button.tsx';

interface SavedColumn<Row> {
  id: string;
  header: string;
  numeric?: boolean;
  sortValue?: (row: Row) => CsvCell;
  /** The cells contain more than the sort value, so the file contains the cell text. */
  savedAsShown?: boolean;
}

interface CsvButtonProps<Row> {
  label: string;
  columns: readonly SavedColumn<Row>[];
  /** The rows in display order. */
  rows: readonly Row[];
  table: RefObject<HTMLTableElement | null>;
}

/** The visible text of a node. Separate parts stay separate; parts for other screen widths are omitted. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof Element && (node.ariaHidden === 'true' || getComputedStyle(node).display === 'none'))
    return '';
  return ` ${textIn(node)} `;
}

/** The text of a cell, even if the cell itself is hidden on a narrow screen. */
const textIn = (cell: Node): string => [...cell.childNodes].map(textOf).join('');

const time = /^\d{4}-\d\d-\d\dT/;

/** The exact number or time of a cell, if its column is sorted by it. */
function exactly<Row>({ sortValue, numeric, savedAsShown }: SavedColumn<Row>, row: Row): CsvCell {
  if (savedAsShown || !sortValue) return undefined;
  const value = sortValue(row);
  return numeric || (typeof value === 'string' && time.test(value)) ? (value ?? null) : undefined;
}

/** Saves the displayed rows: exact values for sortable numbers and times, otherwise the cell text. */
export function CsvButton<Row>({ label, columns, rows, table }: CsvButtonProps<Row>) {
  const { t } = useTranslation('ui');
  const save = () => {
    const places = columns
      .map((column, at) => ({ column, at }))
      .filter(({ column }) => column.id !== 'actions');
    const shown = table.current?.tBodies[0]?.rows;
    const lines = rows.map((row, line) =>
      places.map(({ column, at }) => {
        const value = exactly(column, row);
        const cell = shown?.[line]?.cells[at];
        return value === undefined && cell ? textIn(cell).replace(/\s+/g, ' ').trim() : value;
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
