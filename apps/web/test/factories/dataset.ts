import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { hexId } from './api.ts';

const column = (name: string, distinct: number): ColumnProfile => ({
  ...{ name, distinct, type: 'integer', missing: 0, min: 0, max: 9, mean: 4, std: 1 },
  ...{ quantiles: [], histogram: [], topValues: [], examples: [] },
});
/** An ingested dataset whose first column is the likely target. */
export const aTable = (name: string, columns: string[]): DatasetDetail => ({
  ...{ id: hexId('ds'), apiId: null, name, description: '', originalId: null, version: 1, recipe: [] },
  ...{ type: 'csv', filename: 't.csv', status: 'ready', sizeBytes: 1, rows: 100, sha256: null, error: null },
  ...{ uploadedAt: '2026-01-01T00:00:00Z', readyAt: null, columns: columns.length },
  profile: {
    ...{ rows: 100, rejectedRows: 0, duplicateRows: 0, findings: [] },
    suggestedTarget: columns[0] ?? null,
    dialect: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      decimal: '.',
      compressed: false,
    },
    columns: columns.map((one) => column(one, 9)),
  },
});
