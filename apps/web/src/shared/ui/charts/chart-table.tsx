import { type ComponentProps, use } from 'react';
import type { DataTable } from '../tables/data-table.tsx';

let loading: Promise<typeof import('../tables/data-table.tsx')> | undefined;

/** The data table of a chart; loaded on demand, since few people open it. */
export function ChartTable<Row extends object>(props: ComponentProps<typeof DataTable<Row>>) {
  loading ??= import('../tables/data-table.tsx');
  const { DataTable: Table } = use(loading);
  return <Table {...props} />;
}
