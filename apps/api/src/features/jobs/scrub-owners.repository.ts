import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { datasets, models } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';

/** The dataset or model that an object belongs to. */
export interface Owner {
  workspaceId: string;
  name: string;
  version: number;
  /** Where the console shows it. */
  path: string;
}

const ownerOfDataset = ({ id, ...owner }: { id: string } & Omit<Owner, 'path'>): Owner => ({
  ...owner,
  path: `/datasets/${id}`,
});

const datasetColumns = {
  id: datasets.id,
  workspaceId: datasets.workspaceId,
  name: datasets.name,
  version: datasets.version,
};

async function addDatasets(db: Executor, owners: Map<string, Owner>): Promise<void> {
  const rows = await db
    .select({ ...datasetColumns, sha256: datasets.sha256 })
    .from(datasets)
    .where(eq(datasets.status, 'ready'));
  for (const { sha256, ...row } of rows) {
    const owner = ownerOfDataset(row);
    // Versions are read from the upload of the first.
    if (row.version === 1 && sha256) owners.set(objectKeys.upload(row.id, sha256), owner);
    owners.set(objectKeys.table(row.id), owner);
    owners.set(objectKeys.profile(row.id), owner);
  }
}

async function addModels(db: Executor, owners: Map<string, Owner>): Promise<void> {
  const rows = await db
    .select({
      id: models.id,
      apiId: models.apiId,
      workspaceId: models.workspaceId,
      name: models.name,
      version: models.version,
      bundleHash: models.bundleHash,
      onnx: sql<string | null>`${models.config} #>> '{onnx,sha256}'`,
    })
    .from(models)
    .where(and(eq(models.status, 'ready'), isNotNull(models.bundleHash)));
  for (const { id, apiId, bundleHash, onnx, ...row } of rows) {
    const owner = { ...row, path: `/apis/${apiId}/models/${id}` };
    if (bundleHash) owners.set(objectKeys.bundle(bundleHash), owner);
    if (onnx) owners.set(objectKeys.onnx(onnx), owner);
  }
}

/** The objects that rows refer to, by their keys. */
export async function ownedObjects(db: Executor): Promise<Map<string, Owner>> {
  const owners = new Map<string, Owner>();
  await addDatasets(db, owners);
  await addModels(db, owners);
  return owners;
}
