import { createApi, createDataset, createModel } from '@rowcast/testkit/factories';
import type { TestApp } from '../harness/app.ts';

/** A column as the profile of a table has it. */
export const column = (name: string, type: string, distinct = 4, quantiles: number[] = []) => ({
  ...{ name, type, distinct, quantiles, missing: 0, min: null, max: null, mean: null, std: null },
  ...{ histogram: [], topValues: [], examples: [] },
});

/** The API of a new workspace, with a model that was trained on a table of 1,000 rows with these columns. */
export async function createProfiledApi(
  app: TestApp,
  { columns, findings = [] }: { columns: object[]; findings?: object[] },
) {
  const user = await app.signIn();
  const { workspaceId } = user;
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  const { id: datasetId } = await createDataset(app.sql, { workspaceId, apiId });
  const { id: modelId } = await createModel(app.sql, { workspaceId, apiId });
  const profile = {
    ...{ rows: 1000, columns, findings, rejectedRows: 0, duplicateRows: 0, suggestedTarget: null },
    dialect: {
      ...{ format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', decimal: '.' },
      compressed: false,
    },
  };
  await app.sql.query('update datasets set profile = $2 where id = $1', [datasetId, profile]);
  await app.sql.query('update models set dataset_id = $2 where id = $1', [modelId, datasetId]);
  return { user, workspaceId, apiId };
}
