import { and, desc, eq, gt } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { deployments, models } from '../../db/schema/catalogue.ts';
import { rollouts, shadowAnswers } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type RolloutRow = typeof rollouts.$inferSelect;

const maxShown = 100;

const named = { id: models.id, name: models.name, version: models.version };

export function rolloutRepository(db: Executor, workspaceId: string) {
  const mine = eq(rollouts.workspaceId, workspaceId);
  const view = () =>
    db
      .select({ rollout: rollouts, model: named, startedBy: users.name })
      .from(rollouts)
      .innerJoin(deployments, eq(deployments.id, rollouts.deploymentId))
      .innerJoin(models, eq(models.id, deployments.modelId))
      .leftJoin(users, eq(users.id, rollouts.startedBy));
  return {
    listOf: (apiId: string) =>
      view()
        .where(and(mine, eq(rollouts.apiId, apiId)))
        .orderBy(desc(rollouts.startedAt), desc(rollouts.id))
        .limit(50),

    async view(id: string) {
      const [row] = await view().where(and(mine, eq(rollouts.id, id)));
      return orNotFound(row);
    },

    /** Held until the transaction ends: a rollout ends once, one way. */
    async lockRunning(apiId: string): Promise<RolloutRow | null> {
      const [row] = await db
        .select()
        .from(rollouts)
        .where(and(mine, eq(rollouts.apiId, apiId), eq(rollouts.status, 'running')))
        .for('update');
      return row ?? null;
    },

    insert: (row: typeof rollouts.$inferInsert) => db.insert(rollouts).values({ ...row, workspaceId }),

    update: (id: string, changes: Partial<RolloutRow>) =>
      db
        .update(rollouts)
        .set(changes)
        .where(and(mine, eq(rollouts.id, id))),

    setDeployment: (id: string, changes: Partial<typeof deployments.$inferInsert>) =>
      db
        .update(deployments)
        .set(changes)
        .where(and(eq(deployments.workspaceId, workspaceId), eq(deployments.id, id))),

    differencesOf: (rolloutId: string) =>
      db
        .select()
        .from(shadowAnswers)
        .where(and(eq(shadowAnswers.rolloutId, rolloutId), gt(shadowAnswers.differing, 0)))
        .orderBy(desc(shadowAnswers.at))
        .limit(maxShown),
  };
}

export type RolloutView = Awaited<ReturnType<ReturnType<typeof rolloutRepository>['view']>>;

/** Of all workspaces: whose turn it is to be looked at. */
export const runningRollouts = (db: Executor) =>
  db.select().from(rollouts).where(eq(rollouts.status, 'running'));
