import type { AccountContents } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { accountContentsRepository } from './contents.repository.ts';

/** Said before anything is deleted. */
export async function getAccountContents({ db, actor }: SessionContext): Promise<AccountContents> {
  const repository = accountContentsRepository(db);
  const workspaces = await repository.ownWorkspaces(actor.userId);
  const { storedBytes = 0, ...counts } = await repository.counts(
    actor.userId,
    workspaces.map(({ id }) => id),
  );
  return {
    counts: { workspaces: workspaces.length, ...(counts as Omit<AccountContents['counts'], 'workspaces'>) },
    storedBytes,
    blockedBy: workspaces
      .filter(({ others }) => others > 0)
      .map(({ slug, name, others }) => ({ slug, name, members: others })),
  };
}
