import type { SessionContext } from '../../platform/context.ts';
import { auditRepository } from './repository.ts';

export async function listAuditChoices(ctx: SessionContext) {
  const repository = auditRepository(ctx.db, ctx.actor.workspaceId, ctx.actor.userId);
  const [actions, users] = await Promise.all([repository.actions(), repository.actors()]);
  return { actions, users };
}
