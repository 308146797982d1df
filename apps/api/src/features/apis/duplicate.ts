import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { getApi } from './get.ts';
import { apiRepository } from './repository.ts';

/** Copies what a person set; datasets, models and keys stay with the original. */
export async function duplicateApi(ctx: SessionContext, { params }: Input<typeof apiRoutes.duplicate>) {
  const { workspaceId } = ctx.actor;
  const id = newId('api');
  const now = ctx.clock.now();
  await transact(ctx, async ({ db, publish, audit }) => {
    const repository = apiRepository(db, workspaceId);
    const { name, description, type, template, settings } = await repository.find(params.id);
    const copy = { name: `${name} (copy)`.slice(0, 100), description, type, template, settings };
    await repository.insert({ ...copy, id, workspaceId, createdAt: now, updatedAt: now });
    const after = { name: copy.name, copyOf: params.id };
    audit({ action: 'api.duplicated', targetType: 'api', targetId: id, after });
    publish(workspaceId, { type: 'api.changed', apiId: id });
  });
  return getApi(ctx, { params: { id } });
}
