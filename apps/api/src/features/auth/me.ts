import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { accountRepository } from './accounts.repository.ts';
import { presentUser } from './presenter.ts';

export async function me({ db, actor }: SessionContext) {
  const profile = await accountRepository(db).profile(actor.userId);
  if (!profile) throw new RowcastError('UNAUTHENTICATED');
  return presentUser(profile);
}
