import type { Member } from '@rowcast/contracts';
import { avatarUrl } from '../../platform/storage/object-keys.ts';
import { dayMs } from '../../platform/time/durations.ts';
import type { MemberRow } from './repository.ts';

const activeMs = 30 * dayMs;

export const presentMember = (row: MemberRow, now: Date): Member => ({
  id: row.id,
  name: row.name,
  email: row.email,
  avatarUrl: avatarUrl(row.avatarKey),
  role: row.role,
  status: row.lastActiveAt && now.getTime() - row.lastActiveAt.getTime() < activeMs ? 'active' : 'inactive',
  joinedAt: row.joinedAt.toISOString(),
  lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
});
