import type { Session } from '@rowcast/contracts';
import { placeOf } from '../../platform/network/client-address.ts';
import { deviceOf } from '../../platform/network/device.ts';
import type { SessionRow } from './repository.ts';

export const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  current: row.id === currentId,
  device: deviceOf(row.userAgent),
  place: placeOf(row.ip),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
