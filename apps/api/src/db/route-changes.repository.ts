import { gt, lt, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import type { RouteChange } from '../platform/route-changes.ts';
import { routeChanges } from './schema/operations.ts';

export async function insertRouteChanges(db: Executor, changes: readonly RouteChange[]): Promise<void> {
  if (changes.length > 0) await db.insert(routeChanges).values(changes.map((change) => ({ change })));
}

/** Of the last minute: a transaction may have taken a while between its change and its end. */
export const recentRouteChanges = (db: Executor) =>
  db
    .select({ id: routeChanges.id, change: routeChanges.change })
    .from(routeChanges)
    .where(gt(routeChanges.at, sql`now() - interval '1 minute'`));

export const forgetRouteChanges = (db: Executor) =>
  db.delete(routeChanges).where(lt(routeChanges.at, sql`now() - interval '10 minutes'`));
