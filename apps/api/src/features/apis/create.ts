import { type apiRoutes, freeName } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { newApiSettings } from '../settings/index.ts';
import { getApi } from './get.ts';
import { apiRepository } from './repository.ts';

type NewApi = Input<typeof apiRoutes.create>['body'];

async function insertApi(ctx: SessionContext, { db, publish, audit }: UnitOfWork, api: NewApi) {
  const { workspaceId } = ctx.actor;
  const id = newId('api');
  const now = ctx.clock.now();
  await apiRepository(db, workspaceId).insert({
    id,
    workspaceId,
    name: api.name,
    description: api.description ?? '',
    type: api.type,
    template: api.template ?? null,
    settings: await newApiSettings(db, workspaceId),
    createdAt: now,
    updatedAt: now,
  });
  const after = { name: api.name, type: api.type };
  audit({ action: 'api.created', targetType: 'api', targetId: id, after });
  publish(workspaceId, { type: 'api.changed', apiId: id });
  return id;
}

export async function createApi(ctx: SessionContext, { body }: Input<typeof apiRoutes.create>) {
  const id = await transact(ctx, (unit) => insertApi(ctx, unit, body));
  return getApi(ctx, { params: { id } });
}

/** Creates an API for the first training of a table. A number is added to a name that another API has. */
export async function createApiNamed(ctx: SessionContext, unit: UnitOfWork, name: string): Promise<string> {
  const taken = await apiRepository(unit.db, ctx.actor.workspaceId).namesLike(name);
  return insertApi(ctx, unit, { name: freeName(name, taken), type: 'prediction' });
}
