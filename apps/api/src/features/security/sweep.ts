import type { Services } from '../../platform/services.ts';
import { securityRepository } from './repository.ts';

const keptDays = 365;

/** A year of security log; the audit log keeps what the workspace's own rule says. */
export async function sweepSecurityLog({ db }: Pick<Services, 'db'>): Promise<void> {
  await securityRepository(db).forget(keptDays);
}
