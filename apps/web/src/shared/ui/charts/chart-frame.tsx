import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../actions/icon-button.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import type { Column } from '../tables/data-table.tsx';
import { ChartTable } from './chart-table.tsx';

interface ChartFrameProps<Row> {
  title: string;
  note?: ReactNode;
  legend?: ReactNode;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  height?: number;
  children: ReactNode;
}

/** A chart with a switch that shows its data as a table. */
export function ChartFrame<Row extends object>(props: ChartFrameProps<Row>) {
  const { title, note, legend, rows, columns, rowId, height = 220, children } = props;
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex items-start justify-between gap-3">
        <div className="min-w-0 break-words">
          <p className="font-medium">{title}</p>
          {note && <p className="text-faint text-sm">{note}</p>}
          {!asTable && legend}
        </div>
        <IconButton
          label={asTable ? t('viewAsChart') : t('viewAsTable')}
          size="sm"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
        </IconButton>
      </figcaption>
      {asTable ? (
        <div className="overflow-y-auto" style={{ maxHeight: Math.max(height, 240) }}>
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <ChartTable label={title} columns={columns} rows={rows} rowId={rowId} />
          </Suspense>
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the looks and the meaning of a form
        <div style={{ height }} role="group" aria-label={title}>
          <Suspense fallback={<Skeleton className="size-full" />}>{children}</Suspense>
        </div>
      )}
    </figure>
  );
}
