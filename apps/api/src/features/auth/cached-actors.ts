import { LRUCache } from 'lru-cache';
import { memoizeByObject } from '../../platform/concurrency/memoize.ts';
import type { Actor } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { resolveActor } from './resolve-actor.ts';

/** A session that is ended must not read on for a second. */
const keptMs = 750;

interface Recent {
  actor: Promise<Actor>;
  at: number;
}

const recentOf = memoizeByObject((_db: Database) => new LRUCache<string, Recent>({ max: 10_000 }));

/** Like `resolveActor`, but cached for a moment. For reads only, never for changes. */
export function recentActor(services: Services, token: string, workspaceSlug?: string): Promise<Actor> {
  const known = recentOf(services.db);
  const caller = `${workspaceSlug ?? ''} ${token}`;
  const now = services.clock.now().getTime();
  const found = known.get(caller);
  // A clock that was set back must not make it last.
  if (found && now >= found.at && now < found.at + keptMs) return found.actor;
  const actor = resolveActor(services, token, workspaceSlug);
  known.set(caller, { actor, at: now });
  actor.catch(() => known.delete(caller));
  return actor;
}

/** Invalidates the cache after a change, which may concern sessions, roles or members. */
export const forgetActors = (services: Services): void => recentOf(services.db).clear();
