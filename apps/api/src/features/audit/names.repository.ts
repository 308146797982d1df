import type { AuditName, AuditRecord } from '@rowcast/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/accounts.ts';
import { apiKeys, apis, datasets, deployments, models } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';

const idShape = /^(api|ds|mdl|dep|key|usr)_[0-9a-f]{32}$/;
const version = sql<string>`'v' || ${models.version} || ' ' || ${models.name}`;
const ofNone = sql<null>`null`;

/** Ids that a record names, as its target or as the value of a field. */
function idsIn({ target_id, user_id, details }: AuditRecord): unknown[] {
  return [target_id, user_id, ...Object.values(details.before ?? {}), ...Object.values(details.after ?? {})];
}

/** What the things that records name are called now; those that are gone, or of another workspace, are left out. */
export async function namesIn(
  db: Executor,
  workspaceId: string,
  records: readonly AuditRecord[],
): Promise<AuditName[]> {
  const found = records.flatMap(idsIn).filter((id) => typeof id === 'string' && idShape.test(id));
  const ids = [...new Set(found as string[])];
  if (ids.length === 0) return [];
  const groups = await Promise.all([
    db
      .select({ id: apis.id, name: apis.name, apiId: apis.id })
      .from(apis)
      .where(and(eq(apis.workspaceId, workspaceId), inArray(apis.id, ids))),
    db
      .select({ id: datasets.id, name: datasets.name, apiId: ofNone })
      .from(datasets)
      .where(and(eq(datasets.workspaceId, workspaceId), inArray(datasets.id, ids))),
    db
      .select({ id: models.id, name: version, apiId: models.apiId })
      .from(models)
      .where(and(eq(models.workspaceId, workspaceId), inArray(models.id, ids))),
    db
      .select({ id: deployments.id, name: version, apiId: models.apiId })
      .from(deployments)
      .innerJoin(models, eq(models.id, deployments.modelId))
      .where(and(eq(models.workspaceId, workspaceId), inArray(deployments.id, ids))),
    db
      .select({ id: apiKeys.id, name: apiKeys.name, apiId: apiKeys.apiId })
      .from(apiKeys)
      .where(and(eq(apiKeys.workspaceId, workspaceId), inArray(apiKeys.id, ids))),
    db
      .select({ id: users.id, name: users.name, apiId: ofNone })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(memberships.workspaceId, workspaceId), inArray(users.id, ids))),
  ]);
  return groups.flat();
}
