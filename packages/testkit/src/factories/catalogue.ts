import { defaultApiSettings } from '@rowcast/contracts';
import { createWorkspace } from './accounts.ts';
import { insertRow, nextMoment, type Queryable, randomId, randomWord } from './row.ts';

const workspaceOf = async (db: Queryable, given?: string) => given ?? (await createWorkspace(db)).id;

export async function createApi(db: Queryable, given: { workspaceId?: string; name?: string } = {}) {
  return insertRow(db, 'apis', {
    id: randomId('api'),
    workspace_id: await workspaceOf(db, given.workspaceId),
    name: given.name ?? `API ${randomWord()}`,
    type: 'prediction',
    settings: defaultApiSettings,
    created_at: nextMoment(),
    updated_at: nextMoment(),
  });
}

export async function createDataset(
  db: Queryable,
  given: {
    workspaceId?: string;
    apiId?: string;
    status?: 'uploading' | 'processing' | 'ready' | 'error';
  } = {},
) {
  return insertRow(db, 'datasets', {
    id: randomId('dataset'),
    workspace_id: await workspaceOf(db, given.workspaceId),
    api_id: given.apiId ?? null,
    name: `Dataset ${randomWord()}`,
    type: 'csv',
    filename: 'table.csv',
    status: given.status ?? 'ready',
    size_bytes: 1024,
    uploaded_at: nextMoment(),
  });
}

export async function createModel(
  db: Queryable,
  given: { workspaceId?: string; apiId?: string; version?: number } = {},
) {
  const { version = 1 } = given;
  const workspaceId = await workspaceOf(db, given.workspaceId);
  const apiId = given.apiId ?? (await createApi(db, { workspaceId })).id;
  await db.query('update apis set last_version = greatest(last_version, $2) where id = $1', [apiId, version]);
  return insertRow(db, 'models', {
    id: randomId('model'),
    workspace_id: workspaceId,
    api_id: apiId,
    name: `Model ${randomWord()}`,
    version,
    status: 'training',
    config: {},
    created_at: nextMoment(),
  });
}
