import type { keyRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { newApiKey } from '../../platform/security/api-key.ts';
import { apiRepository } from '../apis/index.ts';
import { presentKey } from './presenter.ts';
import { keyRepository } from './repository.ts';

/** Only the hash is stored, so the key can be shown this once. */
export async function createKey(ctx: SessionContext, { params, body }: Input<typeof keyRoutes.create>) {
  const { workspaceId, userId } = ctx.actor;
  const { key, prefix, hash } = newApiKey();
  const row = await transact(ctx, async ({ db, publish, routeChanged, audit, notify }) => {
    const api = await apiRepository(db, workspaceId).find(params.id);
    publish(workspaceId, { type: 'key.changed', apiId: api.id });
    routeChanged({ keyHash: hash });
    const id = newId('key');
    const after = { name: body.name, prefix, scopes: body.scopes, apiId: api.id };
    audit({ action: 'key.created', targetType: 'key', targetId: id, after });
    const others = { workspaceId, permission: 'Manage Team', except: userId } as const;
    notify(others, 'security.key_created', { api: api.name, name: body.name }, `/apis/${api.id}/keys`);
    return keyRepository(db, workspaceId).insert({
      id,
      workspaceId,
      apiId: api.id,
      name: body.name,
      prefix,
      keyHash: hash,
      scopes: body.scopes,
      rateLimitRequests: body.limit?.requests ?? null,
      rateLimitWindow: body.limit?.window ?? null,
      expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
      createdAt: ctx.clock.now(),
      ownerId: userId,
    });
  });
  return { ...presentKey(row), key };
}
