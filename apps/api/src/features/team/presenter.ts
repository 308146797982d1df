import type { Member } from '@rowcast/contracts';
import { avatarUrl } from '../../platform/object-keys.ts';
import type { MemberRow } from './repository.ts';

const activeMs = 30 * 86_400_000;

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
