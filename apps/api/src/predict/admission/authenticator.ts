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

/** Caches the last key of each connection, since most callers reuse it. */
const lastKeys = new WeakMap<Socket, { header: string; hash: string | null }>();

function keyHashOf(socket: Socket, header: string): string | null {
  const last = lastKeys.get(socket);
  if (last?.header === header) return last.hash;
  const key = bearer.exec(header)?.[1];
  // The value is neither looked up nor repeated, since it may be a secret.
  if (key === undefined) throw new RowcastError('API_KEY_MISSING', { message: notBearer });
  const hash = apiKeyHash(key);
  lastKeys.set(socket, { header, hash });
  return hash;
}

export const scopeMissing = (scope: KeyScope) =>
  new RowcastError('API_KEY_SCOPE', {
    message: `This API key does not have the scope "${scope}" that this call needs. Create a key with it on the API's Keys tab.`,
  });

export interface Authenticator {
  /** Returns the caller's key and route. A key of another API is treated as unknown. */
  open(req: IncomingMessage, target: Target, scope: KeyScope): Promise<{ key: KeyRoute; route: LiveRoute }>;
  /** Allowed CORS origins of an API, which need no key. */
  origins(req: IncomingMessage, target: Target): Promise<LiveRoute['origins']>;
}

export function createAuthenticator(services: Services, routes: Routes): Authenticator {
  const { config, clock } = services;
  const unknown = unknownKeys(services);
  const network = (req: IncomingMessage) => networkOf(clientAddress(req, config.TRUST_PROXY));

  /** An uncached key costs a look-up, and failed look-ups are limited per network. */
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
