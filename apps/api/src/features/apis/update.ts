import type { apiRoutes } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit.ts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { checkDecision } from './check-decision.ts';
import { getApi } from './get.ts';
import { type ApiRow, apiRepository } from './repository.ts';

const audited = ['name', 'description', 'enabled', 'deprecated', 'settings'] as const;

type Body = Input<typeof apiRoutes.update>['body'];

/** 'inactive' is the switch, 'deprecated' the state of life; 'active' takes both back. */
function changesOf(api: ApiRow, { status, settings, ...plain }: Body): Partial<ApiRow> {
  const changes: Partial<ApiRow> = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (settings) changes.settings = { ...api.settings, ...(settings as ApiRow['settings']) };
  if (status === 'inactive') changes.enabled = false;
  if (status === 'deprecated') changes.deprecated = true;
  if (status === 'active') Object.assign(changes, { enabled: true, deprecated: false });
  return changes;
}

type Change = Pick<Input<typeof apiRoutes.update>, 'params' | 'body'>;

export async function updateApi(ctx: SessionContext, { params, body }: Change) {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const repository = apiRepository(db, workspaceId);
    const api = await repository.lock(params.id);
    if (body.settings) checkDecision(api.settings, body.settings, await repository.deployedChoice(api.id));
    const changes = changesOf(api, body);
    await repository.update(api.id, { ...changes, updatedAt: ctx.clock.now() });
    const change = changeOf(api, changes, audited);
    audit({ action: 'api.updated', targetType: 'api', targetId: api.id, ...change });
    routeChanged({ apiId: api.id });
    publish(workspaceId, { type: 'api.changed', apiId: api.id });
  });
  return getApi(ctx, { params });
}
