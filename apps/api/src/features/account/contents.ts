import type { AccountContents } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { accountContentsRepository } from './contents.repository.ts';

/** Said before anything is deleted. */
export async function getAccountContents({ db, actor }: SessionContext): Promise<AccountContents> {
  const repository = accountContentsRepository(db);
  const owned = await repository.ownWorkspaces(actor.userId);
  // What must be handed over first stays, with all that is in it.
  const workspaces = owned.filter(({ others }) => others === 0);
  const { storedBytes = 0, ...counts } = await repository.counts(
    actor.userId,
    workspaces.map(({ id }) => id),
  );
  return {
    counts: { workspaces: workspaces.length, ...(counts as Omit<AccountContents['counts'], 'workspaces'>) },
    storedBytes,
    blockedBy: owned
      .filter(({ others }) => others > 0)
      .map(({ slug, name, others }) => ({ slug, name, members: others })),
  };
}
