import type { keyRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { keyRepository } from './repository.ts';

export async function revokeKey(
  ctx: SessionContext,
  { params }: Input<typeof keyRoutes.revoke>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const { keyHash, name, prefix } = await keyRepository(db, workspaceId).revoke(
      params.id,
      params.keyId,
      ctx.clock.now(),
    );
    const before = { name, prefix, apiId: params.id };
    audit({ action: 'key.revoked', targetType: 'key', targetId: params.keyId, before });
    routeChanged({ keyHash });
    publish(workspaceId, { type: 'key.changed', apiId: params.id });
  });
}
