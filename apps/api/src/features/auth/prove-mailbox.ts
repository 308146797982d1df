import type { RequestContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { accountRepository, type UserRow } from './accounts.repository.ts';
import { usernameCandidates } from './username.ts';

async function giveWorkspace({ config, clock }: RequestContext, db: Executor, user: UserRow): Promise<void> {
  const accounts = accountRepository(db);
  const id = newId('workspace');
  for (const slug of usernameCandidates(user.name, user.email)) {
    const workspace = { id, slug, name: user.name, plan: config.DEFAULT_PLAN, createdAt: clock.now() };
    if (await accounts.claimWorkspace(workspace)) return accounts.verify(user.id, workspace);
  }
}

/** The person who can read the mail of this address; at the first time it makes the sign-up an account. */
export async function proveMailbox(
  ctx: RequestContext,
  db: Executor,
  email: string,
): Promise<UserRow | undefined> {
  const user = await accountRepository(db).findByEmail(email);
  if (user && !user.verifiedAt) await giveWorkspace(ctx, db, user);
  return user;
}
