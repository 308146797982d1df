import { type SQL, sql } from 'drizzle-orm';
import { deleteInSteps } from '../db/in-steps.repository.ts';
import { apis, deployments } from '../db/schema/catalogue.ts';
import { rollouts, shadowAnswers } from '../db/schema/serving.ts';
import { type Database, type Executor, transaction } from '../platform/database.ts';
import { addRolloutSums } from './rollout-sums.repository.ts';
import { RolloutSums } from './rollout-sums.ts';

/** Keeps what the candidate would have answered, for people and for its gates. */
export const recordShadowAnswer = (db: Database, answer: typeof shadowAnswers.$inferInsert) =>
  transaction(db, async (tx) => {
    await tx.insert(shadowAnswers).values(answer);
    const sums = new RolloutSums();
    const { status, score = null } = answer;
    // Its answers are not kept with a code: 503 says that there was none.
    sums.add({ ...answer, side: 'shadow', score, isAway: status === 503, difference: answer });
    await addRolloutSums(tx, sums);
  });

type Erased = { apiId: string } | { modelId: string } | { workspaceIds: string[] };

function isOf(erased: Erased): SQL {
  if ('apiId' in erased) return sql`api_id = ${erased.apiId}`;
  if ('workspaceIds' in erased) return sql`workspace_id = any(${sql.param(erased.workspaceIds)})`;
  return sql`deployment_id in (select id from ${deployments} where model_id = ${erased.modelId})`;
}

/**
 * Before what they are of is deleted. With millions of them, the one statement of a cascade would outlast its time, and
 * hold up the log meanwhile.
 */
export const eraseShadowAnswers = (db: Database, erased: Erased) =>
  deleteInSteps(
    db,
    shadowAnswers,
    sql`rollout_id = any(array(select id from ${rollouts} where ${isOf(erased)}))`,
  );

/** Removes what is older than the log of its API. */
export async function trimShadowAnswers(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ days: number; ids: string[] }>(sql`
    select coalesce((a.settings->>'logRetentionDays')::int, 30) as days, array_agg(r.id) as ids
    from ${rollouts} r join ${apis} a on a.id = r.api_id group by days`);
  for (const { days, ids } of rows)
    await deleteInSteps(
      db,
      shadowAnswers,
      sql`rollout_id = any(${sql.param(ids)}) and at < now() - make_interval(days => ${days}::int)`,
    );
}
