import { gt, lt, sql } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import type { RecordedChange, RouteChange } from '../platform/redis/route-changes.ts';
import { routeChanges } from './schema/operations.ts';

const recorded = { id: routeChanges.id, change: routeChanges.change };

export async function insertRouteChanges(
  db: Executor,
  changes: readonly RouteChange[],
): Promise<RecordedChange[]> {
  if (changes.length === 0) return [];
  return db
    .insert(routeChanges)
    .values(changes.map((change) => ({ change })))
    .returning(recorded);
}

/** A transaction may have taken a while between its change and its end. */
export const recordedMs = 60_000;

export const recentRouteChanges = (db: Executor): Promise<RecordedChange[]> =>
  db
    .select(recorded)
    .from(routeChanges)
    .where(gt(routeChanges.at, sql`now() - ${recordedMs} * interval '1 ms'`));

export const forgetRouteChanges = (db: Executor) =>
  db.delete(routeChanges).where(lt(routeChanges.at, sql`now() - interval '10 minutes'`));
