import type { ActivityAction } from '@rowcast/contracts';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../db/schema/accounts.ts';
import { apis } from '../../db/schema/catalogue.ts';
import { auditLog } from '../../db/schema/evidence.ts';
import type { Executor } from '../../platform/db/database.ts';

const targets = alias(users, 'targets');

/** Only what every member may know: names, and to which API something belongs. */
const said = (field: string) =>
  sql<
    string | null
  >`coalesce(${auditLog.details} #>> array['after', ${field}], ${auditLog.details} #>> array['before', ${field}])`;

export const activityRepository = (db: Executor, workspaceId: string) => ({
  list: (
    actions: readonly ActivityAction[],
    { below, limit }: { below: number | undefined; limit: number },
  ) =>
    db
      .select({
        seq: auditLog.seq,
        id: auditLog.id,
        at: auditLog.at,
        action: auditLog.action,
        targetType: auditLog.targetType,
        targetId: auditLog.targetId,
        actor: users.name,
        subject: sql<string | null>`coalesce(${said('name')}, ${targets.name}, ${apis.name})`,
        version: said('version'),
        apiId: said('apiId'),
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(targets, eq(targets.id, auditLog.targetId))
      .leftJoin(apis, and(eq(apis.id, auditLog.targetId), eq(apis.workspaceId, workspaceId)))
      .where(
        and(
          eq(auditLog.workspaceId, workspaceId),
          inArray(auditLog.action, [...actions]),
          below === undefined ? undefined : lt(auditLog.seq, below),
        ),
      )
      .orderBy(desc(auditLog.seq))
      .limit(limit),
});

export type ActivityView = Awaited<ReturnType<ReturnType<typeof activityRepository>['list']>>[number];
