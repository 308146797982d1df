import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type KeyScope, RowcastError } from '@rowcast/contracts';
import { clientAddress, networkOf } from '../../platform/network/client-address.ts';
import { apiKeyHash } from '../../platform/security/api-key.ts';
import type { Services } from '../../platform/services.ts';
import type { Routes } from '../routes.ts';
import type { KeyRoute, LiveRoute } from './repository.ts';
import type { Target } from './request-target.ts';
import { unknownKeys } from './unknown-keys.ts';

const bearer = /^Bearer +(\S+)$/i;
const notBearer =
  'The Authorization header is not "Bearer" with an API key behind it. Send "Authorization: Bearer rc_live_…".';

/** The last key of each connection, which callers mostly keep to. */
const lastKeys = new WeakMap<Socket, { header: string; hash: string | null }>();

function keyHashOf(socket: Socket, header: string): string | null {
  const last = lastKeys.get(socket);
  if (last?.header === header) return last.hash;
  const key = bearer.exec(header)?.[1];
  // Whatever stands there is neither looked up nor said again, since it may be a key or a password.
  if (key === undefined) throw new RowcastError('API_KEY_MISSING', { message: notBearer });
  const hash = apiKeyHash(key);
  lastKeys.set(socket, { header, hash });
  return hash;
}

export const scopeMissing = (scope: KeyScope) =>
  new RowcastError('API_KEY_SCOPE', {
    message: `This API key does not have the scope "${scope}" that this call needs. Create a key with it on the API's Keys tab.`,
  });

export interface Door {
  /** The caller's key and API. A key of another API is answered like an unknown one. */
  open(req: IncomingMessage, target: Target, scope: KeyScope): Promise<{ key: KeyRoute; route: LiveRoute }>;
  /** What is known of an API without a key: the origins that may call it. */
  origins(req: IncomingMessage, target: Target): Promise<LiveRoute['origins']>;
}

export function openDoor(services: Services, routes: Routes): Door {
  const { config, clock } = services;
  const unknown = unknownKeys(services);
  const network = (req: IncomingMessage) => networkOf(clientAddress(req, config.TRUST_PROXY));

  /** What is not known here may cost a look-up, of which a network has only so many in vain. */
  async function find<T>(
    req: IncomingMessage,
    cache: { has(name: string): boolean; get(name: string): Promise<T | null> | T | null },
    name: string,
  ): Promise<T | null> {
    const known = cache.has(name);
    if (!known) await unknown.check(network(req));
    const found = await cache.get(name);
    if (!found && !known) await unknown.count(network(req));
    return found;
  }

  return {
    async open(req, { apiId, keyInUrl }, scope) {
      if (keyInUrl) throw new RowcastError('API_KEY_IN_URL');
      if (!apiId) throw new RowcastError('NOT_FOUND');
      const header = req.headers.authorization;
      if (!header) throw new RowcastError('API_KEY_MISSING');
      const hash = keyHashOf(req.socket, header);
      const key = hash && (await find(req, routes.keys, hash));
      if (!key || key.apiId !== apiId) throw new RowcastError('API_KEY_INVALID');
      if (key.expiresAt !== null && key.expiresAt <= clock.now().getTime())
        throw new RowcastError('API_KEY_INVALID');
      if (!key.scopes.includes(scope)) throw scopeMissing(scope);
      const route = await routes.apis.get(apiId);
      if (!route) throw new RowcastError('API_KEY_INVALID');
      return { key, route };
    },
    async origins(req, { apiId }) {
      if (!apiId) return '*';
      const route = await find(req, routes.apis, apiId);
      return route ? route.origins : '*';
    },
  };
}
