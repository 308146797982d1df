import type { Redis } from 'ioredis';

const atOnce = 1_000;
/** Redis keys of responses, claims and counters of a workspace. A response key also holds the API key's id. */
const nameOf = /^(?:once|limit):\{([^}]+)\}:([^:]*)/;

/**
 * Deletes stored responses, claims and counters of these workspaces and keys from Redis. A running call finds its claim
 * gone and stores nothing.
 */
export async function eraseAnswers(
  redis: Redis,
  { workspaceIds, keyIds }: { workspaceIds: readonly string[]; keyIds: readonly string[] },
): Promise<void> {
  if (workspaceIds.length + keyIds.length === 0) return;
  const workspaces = new Set(workspaceIds);
  const keys = new Set(keyIds);
  const isErased = (name: string) => {
    const [, workspaceId = '', keyId = ''] = nameOf.exec(name) ?? [];
    return workspaces.has(workspaceId) || (name.startsWith('once:') && keys.has(keyId));
  };
  for (const match of ['once:*', ...(workspaceIds.length > 0 ? ['limit:*'] : [])])
    for (let cursor = '0'; ; ) {
      const [next, names] = await redis.scan(cursor, 'MATCH', match, 'COUNT', atOnce);
      const erased = names.filter(isErased);
      if (erased.length > 0) await redis.unlink(erased);
      if (next === '0') break;
      cursor = next;
    }
}
