import type { Executor } from '../../platform/db/database.ts';
import { unsentMailRepository } from '../mail/index.ts';
import { invitesFromMember } from './member-invites.repository.ts';

/** What a member invited others by ends with them: else a link made before could undo a removal. */
export async function endInvitesOf(db: Executor, workspaceId: string, userId: string): Promise<void> {
  const ended = await invitesFromMember(db, workspaceId).revoke(userId);
  const unsent = unsentMailRepository(db, workspaceId);
  for (const { email } of ended) if (email) await unsent.drop(email, 'invitation');
}
