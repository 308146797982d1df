import type { SessionContext } from '../../platform/context.ts';
import { managesTeam } from '../team/index.ts';
import { presentInvite } from './presenter.ts';
import { inviteRepository } from './repository.ts';

export async function listInvites({ db, actor }: SessionContext) {
  const invitedBy = managesTeam(actor) ? undefined : actor.userId;
  const rows = await inviteRepository(db, actor.workspaceId).list(invitedBy);
  return { data: rows.map(presentInvite) };
}
