import type { Dataset, DatasetDetail } from '@rowcast/contracts';
import type { DatasetSummary, ProfiledDataset } from './repository.ts';

export const presentDataset = (row: DatasetSummary): Dataset => ({
  id: row.id,
  apiId: row.apiId,
  name: row.name,
  description: row.description,
  originalId: row.originalId,
  version: row.version,
  recipe: row.recipe,
  type: row.type,
  filename: row.filename,
  status: row.status,
  sizeBytes: row.sizeBytes,
  rows: row.rows,
  columns: row.columns,
  sha256: row.sha256,
  error: row.error,
  uploadedAt: row.uploadedAt.toISOString(),
  readyAt: row.readyAt?.toISOString() ?? null,
});

export const presentDatasetDetail = (row: ProfiledDataset): DatasetDetail => ({
  ...presentDataset(row),
  profile: row.profile,
});
