import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import i18next from 'i18next';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { ScrollRegion } from '../layout/scroll-region.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { CsvButton } from './csv-button.tsx';

type SortValue = string | number | boolean | null | undefined;

export interface Column<Row> {
  id: string;
  header: string;
  /** Shown instead of the header of a column that is not sortable. */
  headerNode?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable by this value; null and undefined sort last. */
  sortValue?: (row: Row) => SortValue;
  /** Sortable by the server, for paginated lists. */
  sortable?: boolean;
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** Exports the cell text instead of `sortValue`. */
  savedAsShown?: boolean;
  /** The cells need no header above them on a phone. */
  saysItself?: boolean;
  /** Hidden below this width. */
  hideBelow?: 'sm' | 'md' | 'lg';
  className?: string;
}

export interface Sort {
  column: string;
  descending: boolean;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Pass both if the sort is stored elsewhere, such as in the URL. Rows are sorted here by `sortValue`. */
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  initialSort?: Sort;
  loading?: boolean;
  error?: unknown;
  /** The title of the error. */
  failed?: string;
  onRetry?: () => unknown;
  empty?: ReactNode;
  onRowClick?: (row: Row) => void;
  skeletonRows?: number;
  /** On a phone, the cells of a row form a grid with two columns. */
  stacked?: boolean;
  /** False if the cells are controls, or the screen has its own export. */
  csv?: boolean;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' } as const;

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string')
    return a.localeCompare(b, i18next.resolvedLanguage, { numeric: true });
  return Number(a) - Number(b);
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    sort,
    onSort,
    initialSort,
    loading,
    error,
    failed,
    onRetry,
    empty,
    onRowClick,
    stacked = false,
    csv = true,
  } = props;
  const { t } = useTranslation('ui');
  const drawn = useRef<HTMLTableElement>(null);
  const [ownSort, setOwnSort] = useState<Sort | null>(initialSort ?? null);
  const current = sort === undefined ? ownSort : sort;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => column.sortValue?.(row) ?? undefined,
        enableSorting: column.sortValue !== undefined,
        sortUndefined: 'last' as const,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compare(column.sortValue?.(a.original), column.sortValue?.(b.original)),
      })),
    [columns],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const sorting: SortingState = useMemo(
    () => (current ? [{ id: current.column, desc: current.descending }] : []),
    [current],
  );
  const table = useTable({ features, columns: definitions, data, getRowId: rowId, state: { sorting } });

  const toggle = (column: Column<Row>) => {
    const started = current?.column === column.id;
    const first = column.numeric === true;
    const next = !started ? first : !current.descending;
    const change = started && current.descending !== first ? null : { column: column.id, descending: next };
    (onSort ?? setOwnSort)(change);
  };

  if (error && !rows)
    return <ErrorState error={error} {...(failed ? { failed } : {})} {...(onRetry ? { onRetry } : {})} />;
  if (!loading && rows?.length === 0) return empty ?? <EmptyState title={t('noRows')} />;
  const ordered = table.getRowModel().rows;

  return (
    <div className="min-w-0">
      <ScrollRegion label={label} className="edges rounded-lg border">
        <table
          ref={drawn}
          {...roleOf('table', stacked)}
          className={cn('w-full border-collapse text-left', stacked && 'max-sm:block')}
          aria-label={label}
          aria-busy={loading || undefined}
        >
          <thead {...roleOf('rowgroup', stacked)} className={stacked ? 'max-sm:sr-only' : undefined}>
            <tr {...roleOf('row', stacked)} className="border-b bg-veil text-soft text-sm">
              {columns.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  stacked={stacked}
                  sort={current}
                  onToggle={() => toggle(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody {...roleOf('rowgroup', stacked)} className={stacked ? 'max-sm:block' : undefined}>
            {loading && !rows ? (
              <SkeletonRows columns={columns} count={props.skeletonRows ?? 5} stacked={stacked} />
            ) : (
              ordered.map((row) => (
                <tr
                  key={row.id}
                  {...roleOf('row', stacked)}
                  onClick={onRowClick ? () => onRowClick(row.original) : undefined}
                  className={cn(rowClasses(stacked), onRowClick && 'cursor-pointer hover:bg-hover')}
                >
                  {row.getAllCells().map((cell) => {
                    const column = byId.get(cell.column.id);
                    return (
                      <td
                        key={cell.id}
                        {...roleOf('cell', stacked)}
                        data-label={stacked && !column?.saysItself ? column?.header : undefined}
                        className={cn(cellClasses(column), stacked && labelClasses)}
                      >
                        {column?.cell(row.original)}
                      </td>
                    );
                  })}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </ScrollRegion>
      {csv && (
        <div className="flex min-h-7 justify-end">
          {rows && (
            <CsvButton
              label={label}
              columns={columns}
              rows={ordered.map(({ original }) => original)}
              table={drawn}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Some browsers drop table semantics when the layout changes, so roles are explicit. */
const roleOf = (role: string, stacked: boolean) => (stacked ? { role } : {});

/** The column header above a cell in the phone layout. Hidden from screen readers, which use the table head. */
const labelClasses =
  'max-sm:before:block max-sm:before:whitespace-normal max-sm:before:text-faint max-sm:before:text-xs max-sm:before:content-[attr(data-label)_/_""]';

const rowClasses = (stacked: boolean) =>
  cn(
    'border-b last:border-b-0',
    stacked && 'max-sm:grid max-sm:grid-cols-[3fr_2fr] max-sm:py-1 max-sm:[&>td]:min-w-0 max-sm:[&>td]:py-1',
  );

function cellClasses<Row>(column: Column<Row> | undefined): string {
  return cn(
    'px-3 py-2',
    column?.numeric && 'text-right',
    column?.hideBelow && hidden[column.hideBelow],
    column?.className,
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  stacked: boolean;
  sort: Sort | null;
  onToggle: () => void;
}

function HeaderCell<Row>({ column, stacked, sort, onToggle }: HeaderCellProps<Row>) {
  const { t } = useTranslation('ui');
  const active = sort?.column === column.id;
  const Arrow = !active ? ChevronsUpDown : sort.descending ? ArrowDown : ArrowUp;
  return (
    <th
      {...roleOf('columnheader', stacked)}
      scope="col"
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={cn(cellClasses(column), 'whitespace-nowrap py-1.5 font-medium')}
    >
      {column.sortValue || column.sortable ? (
        <button
          type="button"
          title={t('sortBy', { column: column.header })}
          onClick={onToggle}
          className={cn(
            'inline-flex items-center gap-1 rounded-sm hover:text-text',
            column.numeric && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Arrow className={cn('size-3.5', !active && 'opacity-50')} aria-hidden />
        </button>
      ) : (
        (column.headerNode ?? column.header)
      )}
    </th>
  );
}

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[];
  count: number;
  stacked: boolean;
}

function SkeletonRows<Row>({ columns, count, stacked }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
    <tr key={row} {...roleOf('row', stacked)} className={rowClasses(stacked)}>
      {columns.map((column) => (
        <td key={column.id} {...roleOf('cell', stacked)} className={cellClasses(column)}>
          <Skeleton className={cn('h-4 w-3/4 min-w-8', column.numeric && 'ml-auto')} />
        </td>
      ))}
    </tr>
  ));
}
