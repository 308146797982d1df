import type { AuditEntry } from '../../platform/audit/audit-entry.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { securityRepository } from './repository.ts';

type PersonalEntry = Pick<AuditEntry, 'action' | 'before' | 'after'> & { targetType?: string };

/**
 * Records what somebody did to their own account in the workspace that is theirs: the team whose pages they happen to
 * look at has no part in it. Gives that workspace.
 */
export async function auditPerson(
  { db, audit }: Pick<UnitOfWork, 'db' | 'audit'>,
  userId: string,
  entry: PersonalEntry,
) {
  const home = await securityRepository(db).home(userId);
  if (home) audit({ targetType: 'user', ...entry, targetId: userId, actorId: userId, workspaceId: home.id });
  return home;
}
