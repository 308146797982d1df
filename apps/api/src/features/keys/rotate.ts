import { type keyRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { newApiKey } from '../../platform/security/api-key.ts';
import { apiRepository } from '../apis/index.ts';
import { presentKey } from './presenter.ts';
import { keyRepository } from './repository.ts';

/** The successor may do what the old key may; both work until the overlap ends. */
export async function rotateKey(ctx: SessionContext, { params, body }: Input<typeof keyRoutes.rotate>) {
  const { workspaceId, userId } = ctx.actor;
  const { key, prefix, hash } = newApiKey();
  const now = ctx.clock.now();
  const row = await transact(ctx, async ({ db, publish, routeChanged, audit, notify }) => {
    const repository = keyRepository(db, workspaceId);
    const old = await repository.lock(params.id, params.keyId);
    if (old.revokedAt || old.replacedBy || (old.expiresAt && old.expiresAt <= now))
      throw new RowcastError('CONFLICT', {
        message: 'Only an active key that has not been replaced yet can be replaced.',
      });
    const { apiId, name, scopes, rateLimitRequests, rateLimitWindow, expiresAt } = old;
    const limits = { rateLimitRequests, rateLimitWindow };
    const made = { id: newId('key'), workspaceId, apiId, name, prefix, keyHash: hash, scopes, ...limits };
    const successor = await repository.insert({ ...made, expiresAt, createdAt: now, ownerId: userId });
    const end = new Date(now.getTime() + body.overlapSeconds * 1000);
    await repository.replace(old.id, successor.id, expiresAt && expiresAt < end ? expiresAt : end);
    const after = { name, prefix, successor: successor.id, apiId };
    audit({
      action: 'key.rotated',
      targetType: 'key',
      targetId: old.id,
      before: { prefix: old.prefix },
      after,
    });
    const api = await apiRepository(db, workspaceId).find(apiId);
    const others = { workspaceId, permission: 'Manage Team', except: userId } as const;
    notify(others, 'security.key_created', { api: api.name, name }, `/apis/${apiId}/keys`);
    routeChanged({ keyHash: old.keyHash });
    routeChanged({ keyHash: hash });
    publish(workspaceId, { type: 'key.changed', apiId });
    return successor;
  });
  return { ...presentKey(row), key };
}
