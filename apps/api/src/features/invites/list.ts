import type { SessionContext } from '../../platform/context.ts';
import { managesTeam } from '../team/index.ts';
import { isNewWorkspace } from './new-workspace.ts';
import { presentInvite } from './presenter.ts';
import { inviteRepository } from './repository.ts';

export async function listInvites({ db, actor, config }: SessionContext) {
  const invitedBy = managesTeam(actor) ? undefined : actor.userId;
  const rows = await inviteRepository(db, actor.workspaceId).list(invitedBy);
  const isNew = await isNewWorkspace({ config }, db, actor.workspaceId);
  return { data: rows.map((row) => presentInvite(row, isNew)) };
}
