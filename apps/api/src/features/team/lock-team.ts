import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { workspaceRepository } from '../workspaces/index.ts';
import { managesTeam } from './policy.ts';
import { memberRepository } from './repository.ts';

/**
 * Holds the team until the transaction ends, and gives the caller as they are in it now: between being let in and
 * this moment they may have lost their role.
 */
export async function lockTeam({ actor }: SessionContext, db: Transaction) {
  const workspace = await workspaceRepository(db).lock(actor.workspaceId);
  const members = memberRepository(db, actor.workspaceId);
  const { role } = await members.find(actor.userId);
  return { workspace, members, actor: { ...actor, role } };
}

/** The same, for what only who manages the team may do. */
export async function lockManagedTeam(ctx: SessionContext, db: Transaction) {
  const held = await lockTeam(ctx, db);
  if (!managesTeam(held.actor)) throw new RowcastError('FORBIDDEN');
  return held;
}
