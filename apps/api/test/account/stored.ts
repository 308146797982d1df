import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApi, createDataset, createModel } from '@rowcast/testkit/factories';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import type { SignedIn, TestApp } from '../harness/app.ts';

const rootOf = ({ services }: TestApp) => new URL(services.config.STORAGE_URL).pathname;

export async function put(app: TestApp, key: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(rootOf(app), key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Every object of the store, but what is being written. */
export async function objects(app: TestApp): Promise<string[]> {
  const entries = await readdir(rootOf(app), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(rootOf(app), path.join(entry.parentPath, entry.name)))
    .filter((key) => !key.startsWith('.staging'))
    .toSorted();
}

/** An API with a dataset, a model, a key and a logged call, and the files that belong to them. */
export async function furnish(app: TestApp, { workspaceId, headers }: SignedIn, bundle: string) {
  const { id: apiId } = await createApi(app.sql, { workspaceId, name: 'Churn' });
  const { id: datasetId } = await createDataset(app.sql, { workspaceId, apiId });
  const { id: modelId } = await createModel(app.sql, { workspaceId, apiId });
  const sha256 = 'a'.repeat(64);
  await app.sql.query(`update datasets set sha256 = $2, filename = '../../etc/pass:wd.csv' where id = $1`, [
    datasetId,
    sha256,
  ]);
  await app.sql.query(
    `update models set bundle_hash = $2, status = 'ready', report = '{"task":"classification"}' where id = $1`,
    [modelId, bundle],
  );
  await put(app, objectKeys.upload(datasetId, sha256), 'age,churned\n1,0\n');
  await put(app, objectKeys.table(datasetId), 'table');
  await put(app, objectKeys.bundle(bundle), 'bundle');
  const { body: key } = await app.request
    .post(`/api/v1/apis/${apiId}/keys`)
    .set(headers)
    .send({ name: 'Key' })
    .expect(201);
  await app.sql.query(
    `insert into request_log (id, workspace_id, api_id, status, rows, latency_ms, at, request)
     values ('prd_1' || $1, $1, $2, 200, 1, 3, now(), '{"age":1}')`,
    [workspaceId, apiId],
  );
  return { apiId, datasetId, modelId, key: key.key as string };
}
