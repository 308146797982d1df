import { RowcastError } from '@rowcast/contracts';
import type { Executor } from '../../platform/db/database.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import { type HeldInvite, heldInvites } from './repository.ts';

/** The invite of a link. Throws if the link is invalid or revoked. */
export async function findValidInvite(db: Executor, token: string): Promise<HeldInvite> {
  const held = await heldInvites(db).find(sha256(token));
  if (!held || held.invite.revokedAt) throw new RowcastError('INVITE_INVALID');
  return held;
}

export function assertOpen({ invite }: HeldInvite): void {
  if (invite.status === 'accepted') throw new RowcastError('INVITE_USED');
  if (invite.status === 'expired') throw new RowcastError('INVITE_EXPIRED');
  if (!invite.approvedAt) throw new RowcastError('INVITE_NOT_APPROVED');
}
