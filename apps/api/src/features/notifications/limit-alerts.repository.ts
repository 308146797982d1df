import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { apis } from '../../db/schema/catalogue.ts';
import { notifications } from '../../db/schema/evidence.ts';
import { requestLog } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';

/** APIs that refused calls because a limit was reached, and what they are called. */
export const limitedApis = (db: Executor, since: Date) =>
  db
    .selectDistinct({ id: apis.id, name: apis.name, workspaceId: apis.workspaceId })
    .from(requestLog)
    .innerJoin(apis, eq(apis.id, requestLog.apiId))
    .where(and(gt(requestLog.at, since), eq(requestLog.status, 429), isNotNull(requestLog.keyId)));

/** Whether no alert was sent since. Locks the API until the transaction ends. */
export async function mayTell(db: Executor, apiPath: string, since: Date): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${apiPath}, 429))`);
  const reported = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.kind, 'quota.reached'),
        eq(notifications.path, apiPath),
        gt(notifications.createdAt, since),
      ),
    )
    .limit(1);
  return reported.length === 0;
}
