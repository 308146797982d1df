import type { Executor } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { inviteRepository } from './repository.ts';

/** Accounts are free: mails of a new workspace contain no text that its people chose, so that it cannot send advertising. */
export const isNewWorkspace = (
  { config }: Pick<Services, 'config'>,
  db: Executor,
  workspaceId: string,
): Promise<boolean> => inviteRepository(db, workspaceId).isNewWorkspace(config.NEW_WORKSPACE_HOURS);
