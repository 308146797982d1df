import type { DatasetPreview, TableProfile } from '@rowcast/contracts';

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The first row as a program would send it: without the target, plain numbers as numbers, and empty cells as
 * null. A number that is written in another way stays as it stands in the table, which is how it is read.
 */
export function firstRow(preview: DatasetPreview, profile: TableProfile | null, target: string) {
  const columns = new Map(profile?.columns.map((column) => [column.name, column]));
  const cells = preview.columns.map((name, index): [string, unknown] => {
    const cell = preview.rows[0]?.[index] ?? null;
    const { type, reading } = columns.get(name) ?? {};
    const written = reading?.conversions.some(({ kind }) => kind !== 'missing_marker');
    const isNumber = (type === 'number' || type === 'integer') && !written;
    return [name, cell !== null && isNumber && plainNumber.test(cell) ? Number(cell) : cell];
  });
  const row = Object.fromEntries(cells.filter(([name]) => name !== target));
  return { row, expected: preview.rows[0]?.[preview.columns.indexOf(target)] ?? null };
}
