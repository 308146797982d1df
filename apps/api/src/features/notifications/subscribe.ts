import { type notificationRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { auditPerson } from '../security/index.ts';
import { pushRepository } from './push.repository.ts';

export const getPushKey = async ({ config }: SessionContext) => ({
  publicKey: config.VAPID_PUBLIC_KEY ?? null,
});

/** This server will send to the address, so it must be one of a push service and not, say, of its own network. */
function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const { hostname, port } = new URL(endpoint);
  return hosts.some((host) => {
    const [name = '', allowedPort = ''] = host.split(':');
    if (port !== allowedPort) return false;
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
  });
}

export async function subscribePush(
  ctx: SessionContext,
  { body: { endpoint, keys } }: Input<typeof notificationRoutes.subscribe>,
): Promise<void> {
  const { config, clock } = ctx;
  const { userId, sessionId } = ctx.actor;
  if (!config.VAPID_PUBLIC_KEY) throw new RowcastError('PUSH_NOT_SET_UP');
  if (!isPushService(endpoint, config.PUSH_HOSTS)) throw new RowcastError('PUSH_SERVICE_UNKNOWN');
  await transact(ctx, async (unit) => {
    await pushRepository(unit.db).save({
      id: newId('pushSubscription'),
      userId,
      sessionId,
      endpoint,
      sealedKeys: encrypt(JSON.stringify(keys), config.ENCRYPTION_KEY),
      createdAt: clock.now(),
    });
    await auditPerson(unit, userId, { action: 'account.push_enabled' });
  });
}

export async function unsubscribePush(
  ctx: SessionContext,
  { body }: Input<typeof notificationRoutes.unsubscribe>,
): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (unit) => {
    const wasSubscribed = await pushRepository(unit.db).remove(body.endpoint, userId);
    if (wasSubscribed) await auditPerson(unit, userId, { action: 'account.push_disabled' });
  });
}
