import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { memberships, sessions, users, workspaces } from '../../db/schema/accounts.ts';
import { apiKeys, apis, datasets, deployments, models } from '../../db/schema/catalogue.ts';
import { auditLog, notifications } from '../../db/schema/evidence.ts';
import { requestLog } from '../../db/schema/operations.ts';
import { securityEvents } from '../../db/schema/security.ts';
import { testCases } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';

const { keyHash: _hash, ...key } = getTableColumns(apiKeys);
const { passwordHash: _password, avatarKey: _avatar, ...person } = getTableColumns(users);
const { report: _report, progress: _progress, jobId: _job, ...model } = getTableColumns(models);
const { profile: _profile, preview: _preview, sealedSource: _source, ...dataset } = getTableColumns(datasets);
const { sealedRequest: _input, ...loggedCall } = getTableColumns(requestLog);
const { at, action, targetType, targetId, details, ip, workspaceId, seq } = getTableColumns(auditLog);

/** What is known of a person, without anything that lets one in: no hash, token or seed. */
export const recordRepository = (db: Executor) => ({
  async person(userId: string) {
    const [found] = await db.select(person).from(users).where(eq(users.id, userId));
    return found;
  },

  memberships: (userId: string) =>
    db
      .select({
        slug: workspaces.slug,
        name: workspaces.name,
        role: memberships.role,
        since: memberships.createdAt,
      })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
      .where(eq(memberships.userId, userId)),

  sessions: (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId)),

  securityEvents: (userId: string) =>
    db.select().from(securityEvents).where(eq(securityEvents.userId, userId)).orderBy(asc(securityEvents.at)),

  notifications: (userId: string) =>
    db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(asc(notifications.createdAt)),

  /** What the person did after one of their actions, workspace by workspace. */
  actionsAfter: (userId: string, last: { workspaceId: string; seq: number } | undefined, limit: number) =>
    db
      .select({ at, action, targetType, targetId, details, ip, workspaceId, seq })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.actorId, userId),
          last && sql`(${auditLog.workspaceId}, ${auditLog.seq}) > (${last.workspaceId}, ${last.seq})`,
        ),
      )
      .orderBy(asc(auditLog.workspaceId), asc(auditLog.seq))
      .limit(limit),

  async ofWorkspaces(ids: string[]) {
    return {
      apis: await db.select().from(apis).where(inArray(apis.workspaceId, ids)),
      datasets: await db.select(dataset).from(datasets).where(inArray(datasets.workspaceId, ids)),
      models: await db.select(model).from(models).where(inArray(models.workspaceId, ids)),
      keys: await db.select(key).from(apiKeys).where(inArray(apiKeys.workspaceId, ids)),
      deployments: await db.select().from(deployments).where(inArray(deployments.workspaceId, ids)),
      testCases: await db.select().from(testCases).where(inArray(testCases.workspaceId, ids)),
    };
  },

  async report(modelId: string) {
    const [found] = await db.select({ report: models.report }).from(models).where(eq(models.id, modelId));
    return found?.report ?? null;
  },

  /** Logged calls of an API after one of them, oldest first. */
  callsAfter: (apiId: string, last: { at: Date; id: string } | undefined, limit: number) =>
    db
      .select(loggedCall)
      .from(requestLog)
      .where(
        and(
          eq(requestLog.apiId, apiId),
          // Where the walk stopped is a place in the index, which a comparison of one by one is not.
          last &&
            sql`(${requestLog.at}, ${requestLog.id}) > (${last.at.toISOString()}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(asc(requestLog.at), asc(requestLog.id))
      .limit(limit),
});
