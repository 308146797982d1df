import type { RequestContext } from '../../../platform/context.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { createOwnWorkspace } from '../../workspaces/index.ts';
import { accountRepository, type UserRow } from '../accounts.repository.ts';

/** The person who can read the mail of this address; at the first time it makes the sign-up an account, once of two who prove it at the same moment. */
export async function proveMailbox(
  ctx: RequestContext,
  db: Executor,
  email: string,
): Promise<UserRow | undefined> {
  const accounts = accountRepository(db);
  const user = await accounts.lockByEmail(email);
  if (user && !user.verifiedAt) {
    const { slug, createdAt } = await createOwnWorkspace(ctx, db, user);
    await accounts.verify(user.id, slug, createdAt);
  }
  return user;
}
