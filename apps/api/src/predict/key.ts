import { RowcastError } from '@rowcast/contracts';
import { apiKeyHash } from '../platform/api-key.ts';
import type { KeyRoute } from './repository.ts';
import type { Routes } from './routes.ts';

const bearer = /^Bearer +(\S+)$/i;

/** The caller's key, if it opens this API. A key of another API is answered like an unknown one. */
export async function checkKey(header: string | undefined, apiId: string, routes: Routes): Promise<KeyRoute> {
  if (!header) throw new RowcastError('API_KEY_MISSING');
  const [, given = ''] = bearer.exec(header) ?? [];
  const hash = apiKeyHash(given);
  const key = hash && (await routes.key(hash));
  if (!key || key.apiId !== apiId) throw new RowcastError('API_KEY_INVALID');
  return key;
}
