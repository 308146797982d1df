import type { Services } from '../../platform/services.ts';
import { accountRepository } from './accounts.repository.ts';
import { codeRepository } from './codes.repository.ts';
import { sessionRepository } from './sessions.repository.ts';

const kept = { codeDays: 1, sessionDays: 30, unfinishedSignupDays: 7 };

/** Removes what has been over for a while. */
export async function sweepAuth({ db }: Services): Promise<void> {
  await codeRepository(db).forget(kept.codeDays);
  await sessionRepository(db).forget(kept.sessionDays);
  await accountRepository(db).forgetUnverified(kept.unfinishedSignupDays);
}
