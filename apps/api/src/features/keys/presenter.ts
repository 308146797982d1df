import type { ApiKey } from '@rowcast/contracts';
import type { KeyRow } from './repository.ts';

export const presentKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  apiId: row.apiId,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  limit:
    row.rateLimitRequests && row.rateLimitWindow
      ? { requests: row.rateLimitRequests, window: row.rateLimitWindow }
      : null,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  replacedBy: row.replacedBy,
  owner:
    row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? '', isMember: row.ownerIsMember },
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
