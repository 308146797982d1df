import { RowcastError } from '@rowcast/contracts';
import { and, desc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '../../db/schema/accounts.ts';
import { apis, deployments, models } from '../../db/schema/catalogue.ts';
import { rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type ModelRow = typeof models.$inferSelect;
export type DeploymentRow = typeof deployments.$inferSelect;

const maxShown = 100;
const newestFirst = [desc(deployments.createdAt), desc(deployments.id)];

/** A report may be long, and a list shows none of it. */
const named = { id: models.id, name: models.name, version: models.version };
const answering = { ...named, bundleHash: models.bundleHash, report: models.report };

export function deploymentRepository(db: Executor, workspaceId: string) {
  const mine = eq(deployments.workspaceId, workspaceId);
  const select = <Columns extends Record<string, PgColumn>>(model: Columns) =>
    db
      .select({ deployment: deployments, model, deployedBy: users.name })
      .from(deployments)
      .innerJoin(models, eq(models.id, deployments.modelId))
      .leftJoin(users, eq(users.id, deployments.deployedBy));
  return {
    /** The newest and, where it is older than these, the one that is live. */
    listOf(apiId: string, liveId: string | null) {
      const ofApi = and(mine, eq(deployments.apiId, apiId));
      const newest = db
        .select({ id: deployments.id })
        .from(deployments)
        .where(ofApi)
        .orderBy(...newestFirst)
        .limit(maxShown);
      return select(named)
        .where(and(ofApi, or(inArray(deployments.id, newest), eq(deployments.id, liveId ?? ''))))
        .orderBy(...newestFirst);
    },

    async view(id: string) {
      const [row] = await select(answering).where(and(mine, eq(deployments.id, id)));
      return orNotFound(row);
    },

    async findModel(id: string) {
      const [row] = await db
        .select()
        .from(models)
        .where(and(eq(models.workspaceId, workspaceId), eq(models.id, id)));
      return orNotFound(row);
    },

    /** Of an API without one, the refusal says what to do. */
    async newestReady(apiId: string) {
      const isReady = and(eq(models.apiId, apiId), eq(models.status, 'ready'));
      const [newest] = await db
        .select({ id: models.id })
        .from(models)
        .where(and(eq(models.workspaceId, workspaceId), isReady))
        .orderBy(desc(models.version))
        .limit(1);
      if (!newest) throw new RowcastError('MODEL_NOT_READY');
      return newest.id;
    },

    insert: (row: typeof deployments.$inferInsert) => db.insert(deployments).values({ ...row, workspaceId }),

    retire: (id: string, retiredAt: Date, status: 'superseded' | 'withdrawn' = 'superseded') =>
      db
        .update(deployments)
        .set({ status, retiredAt })
        .where(and(mine, eq(deployments.id, id))),

    /** What came after a deployment that is gone back to is none to go back to from there. */
    withdrawSince: (apiId: string, retiredAt: Date) =>
      db
        .update(deployments)
        .set({ status: 'withdrawn' })
        .where(
          and(
            mine,
            eq(deployments.apiId, apiId),
            eq(deployments.status, 'superseded'),
            gt(deployments.retiredAt, retiredAt),
          ),
        ),

    pointTo: (apiId: string, deploymentId: string, updatedAt: Date) =>
      db
        .update(apis)
        .set({ liveDeploymentId: deploymentId, updatedAt })
        .where(and(eq(apis.workspaceId, workspaceId), eq(apis.id, apiId))),

    /** Whether a deployment ever was stable: what was taken back as a candidate was not. */
    async hasServed({ id, status }: DeploymentRow): Promise<boolean> {
      if (status !== 'withdrawn') return status === 'live' || status === 'superseded';
      const [takenBack] = await db
        .select({ id: rollouts.id })
        .from(rollouts)
        .where(
          and(
            eq(rollouts.workspaceId, workspaceId),
            eq(rollouts.deploymentId, id),
            ne(rollouts.status, 'promoted'),
          ),
        );
      return !takenBack;
    },

    /** The deployment that was stable before, of another model than that which is live now. */
    async previous(apiId: string, liveModelId: string | null) {
      const [row] = await db
        .select()
        .from(deployments)
        .where(
          and(
            mine,
            eq(deployments.apiId, apiId),
            eq(deployments.status, 'superseded'),
            isNotNull(deployments.retiredAt),
            liveModelId ? ne(deployments.modelId, liveModelId) : undefined,
          ),
        )
        .orderBy(desc(deployments.retiredAt), desc(deployments.id))
        .limit(1);
      return row ?? null;
    },
  };
}

export type ListedDeployment = Awaited<ReturnType<ReturnType<typeof deploymentRepository>['listOf']>>[number];
export type DeploymentView = Awaited<ReturnType<ReturnType<typeof deploymentRepository>['view']>>;

/** What serves an API of any workspace; null if nothing does. */
export async function liveModelOf(db: Executor, apiId: string) {
  const [row] = await db
    .select({
      workspaceId: apis.workspaceId,
      apiId: apis.id,
      apiName: apis.name,
      settings: apis.settings,
      deploymentId: deployments.id,
      model: answering,
    })
    .from(apis)
    .innerJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
    .innerJoin(models, eq(models.id, deployments.modelId))
    .where(eq(apis.id, apiId));
  return row ?? null;
}
export type LiveModel = NonNullable<Awaited<ReturnType<typeof liveModelOf>>>;
