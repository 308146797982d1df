import type { SessionContext } from '../../platform/context.ts';
import { presentFailedMail } from './presenter.ts';
import { unsentMailRepository } from './unsent.repository.ts';

const shownMails = 50;

export async function listFailedMails({ db, actor }: SessionContext) {
  const rows = await unsentMailRepository(db, actor.workspaceId).list(shownMails);
  return { data: rows.map(presentFailedMail) };
}
