import type { Executor } from '../../platform/db/database.ts';
import { unsentMailRepository } from '../mail/index.ts';
import { invitesFromMember } from './member-invites.repository.ts';

/** Revokes a member's invitations, since an earlier link could undo their removal. */
export async function endInvitesOf(db: Executor, workspaceId: string, userId: string): Promise<void> {
  const ended = await invitesFromMember(db, workspaceId).revoke(userId);
  const unsent = unsentMailRepository(db, workspaceId);
  for (const { email } of ended) if (email) await unsent.drop(email, 'invitation');
}
