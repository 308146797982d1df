import type { keyRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { keyRepository } from './repository.ts';

/** A key that was revoked before stays as it is. */
export async function revokeKey(
  ctx: SessionContext,
  { params }: Input<typeof keyRoutes.revoke>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const repository = keyRepository(db, workspaceId);
    const { id, keyHash, name, prefix, revokedAt } = await repository.lock(params.id, params.keyId);
    if (revokedAt) return;
    await repository.revoke(id, ctx.clock.now());
    const before = { name, prefix, apiId: params.id };
    audit({ action: 'key.revoked', targetType: 'key', targetId: id, before });
    routeChanged({ keyHash });
    publish(workspaceId, { type: 'key.changed', apiId: params.id });
  });
}
