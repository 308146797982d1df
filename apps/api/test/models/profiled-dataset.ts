import type { ColumnProfile, ColumnType, TableProfile } from '@rowcast/contracts';
import { createApi, createDataset } from '@rowcast/testkit/factories';
import type { TestApp } from '../harness/app.ts';

export const column = (name: string, type: ColumnType, distinct: number, missing = 0): ColumnProfile => ({
  name,
  type,
  missing,
  distinct,
  min: null,
  max: null,
  mean: null,
  std: null,
  quantiles: [],
  histogram: [],
  topValues: [],
  examples: [],
});

const profile: TableProfile = {
  rows: 100,
  columns: [
    column('age', 'integer', 40),
    column('price', 'number', 100),
    column('email', 'text', 98, 2),
    column('customer', 'identifier', 100),
    column('country', 'constant', 1),
    column('notes', 'text', 0, 100),
    column('bought', 'boolean', 2),
    column('plan', 'category', 5),
  ],
  rejectedRows: 0,
  duplicateRows: 0,
  dialect: { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', decimal: '.', compressed: false },
  findings: [],
  suggestedTarget: 'bought',
};

/** A dataset as it is after having been read: 100 rows, columns of every kind. */
export async function profiledDataset({ sql }: TestApp, workspaceId: string): Promise<string> {
  const { id } = await createDataset(sql, { workspaceId });
  await sql.query('update datasets set rows = 100, columns = 8, profile = $2 where id = $1', [
    id,
    JSON.stringify(profile),
  ]);
  return id;
}

/** Someone with an API and a dataset to train on. */
export async function trainable(app: TestApp) {
  const user = await app.signIn();
  const { id: apiId } = await createApi(app.sql, { workspaceId: user.workspaceId });
  return { user, apiId, datasetId: await profiledDataset(app, user.workspaceId) };
}
