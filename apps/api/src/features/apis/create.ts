import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { newApiSettings } from '../settings/index.ts';
import { getApi } from './get.ts';
import { apiRepository } from './repository.ts';

export async function createApi(ctx: SessionContext, { body }: Input<typeof apiRoutes.create>) {
  const { workspaceId } = ctx.actor;
  const id = newId('api');
  const now = ctx.clock.now();
  await transact(ctx, async ({ db, publish, audit }) => {
    await apiRepository(db, workspaceId).insert({
      id,
      workspaceId,
      name: body.name,
      description: body.description ?? '',
      type: body.type,
      template: body.template ?? null,
      settings: await newApiSettings(db, workspaceId),
      createdAt: now,
      updatedAt: now,
    });
    const after = { name: body.name, type: body.type };
    audit({ action: 'api.created', targetType: 'api', targetId: id, after });
    publish(workspaceId, { type: 'api.changed', apiId: id });
  });
  return getApi(ctx, { params: { id } });
}
