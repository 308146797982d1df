import { RowcastError } from '@rowcast/contracts';
import type { Executor } from '../../platform/db/database.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import { type HeldInvite, heldInvites } from './repository.ts';

/** The invite that a link stands for, unless it is none or was taken back. */
export async function heldInvite(db: Executor, token: string): Promise<HeldInvite> {
  const held = await heldInvites(db).find(sha256(token));
  if (!held || held.invite.revokedAt) throw new RowcastError('INVITE_INVALID');
  return held;
}

export function assertOpen({ invite }: HeldInvite): void {
  if (invite.status === 'accepted') throw new RowcastError('INVITE_USED');
  if (invite.status === 'expired') throw new RowcastError('INVITE_EXPIRED');
  if (!invite.approvedAt) throw new RowcastError('INVITE_NOT_APPROVED');
}
