import type { ApiKey } from '@rowcast/contracts';
import type { KeyRow } from './repository.ts';

export const presentKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  apiId: row.apiId,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
