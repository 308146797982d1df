import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { presentKey } from './presenter.ts';
import { keyRepository } from './repository.ts';

export type KeyChoice = 'revoke' | 'reassign' | undefined;

export async function listMemberKeys(db: Executor, workspaceId: string, memberId: string) {
  const rows = await keyRepository(db, workspaceId).activeOf(memberId);
  return rows.map((row) => ({ ...presentKey(row), api: row.api }));
}

/** Keys outlive the membership of who made them, so their end or their new owner is decided with the removal. */
export async function settleMemberKeys(
  { actor, clock }: SessionContext,
  { db, audit, publish, routeChanged }: UnitOfWork,
  { memberId, choice }: { memberId: string; choice: KeyChoice },
): Promise<void> {
  const repository = keyRepository(db, actor.workspaceId);
  const rows = await repository.activeOf(memberId);
  if (rows.length > 0 && !choice) throw new RowcastError('MEMBER_HAS_KEYS');
  for (const { id, name, prefix, apiId, keyHash } of rows) {
    const target = { targetType: 'key', targetId: id } as const;
    if (choice === 'revoke') {
      await repository.revoke(id, clock.now());
      audit({ action: 'key.revoked', ...target, before: { name, prefix, apiId, owner: memberId } });
      routeChanged({ keyHash });
    } else {
      await repository.reassign(id, actor.userId);
      audit({
        ...{ action: 'key.reassigned', ...target },
        ...{ before: { name, owner: memberId }, after: { name, owner: actor.userId } },
      });
    }
    publish(actor.workspaceId, { type: 'key.changed', apiId });
  }
}
