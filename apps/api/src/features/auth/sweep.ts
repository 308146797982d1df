import type { Services } from '../../platform/services.ts';
import { sweepSecurityLog } from '../security/index.ts';
import { accountRepository } from './accounts.repository.ts';
import { codeRepository } from './codes/codes.repository.ts';
import { sessionRepository } from './sessions.repository.ts';

const kept = { codeDays: 1, sessionDays: 30, unfinishedSignupDays: 7 };

/** Removes what has been over for a while. */
export async function sweepAuth(services: Services): Promise<void> {
  const { db } = services;
  await codeRepository(db).forget(kept.codeDays);
  await sessionRepository(db).forget(kept.sessionDays);
  await accountRepository(db).forgetUnverified(kept.unfinishedSignupDays);
  await sweepSecurityLog(services);
}
