import { type notificationRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { encrypt } from '../../platform/secrets.ts';
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
  { config, db, actor, clock }: SessionContext,
  { body: { endpoint, keys } }: Input<typeof notificationRoutes.subscribe>,
): Promise<void> {
  if (!config.VAPID_PUBLIC_KEY) throw new RowcastError('PUSH_NOT_SET_UP');
  if (!isPushService(endpoint, config.PUSH_HOSTS)) throw new RowcastError('PUSH_SERVICE_UNKNOWN');
  await pushRepository(db).save({
    id: newId('pushSubscription'),
    userId: actor.userId,
    sessionId: actor.sessionId,
    endpoint,
    sealedKeys: encrypt(JSON.stringify(keys), config.ENCRYPTION_KEY),
    createdAt: clock.now(),
  });
}

export async function unsubscribePush(
  { db, actor }: SessionContext,
  { body }: Input<typeof notificationRoutes.unsubscribe>,
): Promise<void> {
  await pushRepository(db).remove(body.endpoint, actor.userId);
}
