import { type SQL, sql } from 'drizzle-orm';
import { deleteInSteps } from '../../db/in-steps.repository.ts';
import { deployments } from '../../db/schema/catalogue.ts';
import { rollouts, shadowAnswers } from '../../db/schema/serving.ts';
import { type Database, type Executor, transaction } from '../../platform/db/database.ts';
import { apisByDaysKept, olderThan } from '../logging/retention.repository.ts';
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

const ofRollouts = (condition: SQL) =>
  sql`rollout_id = any(array(select id from ${rollouts} where ${condition}))`;

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
  deleteInSteps(db, shadowAnswers, ofRollouts(isOf(erased)));

/** Removes what is older than the log of its API. */
export async function trimShadowAnswers(db: Executor): Promise<void> {
  for (const { days, apiIds } of await apisByDaysKept(db))
    await deleteInSteps(
      db,
      shadowAnswers,
      sql`${ofRollouts(sql`api_id = any(${sql.param(apiIds)})`)} and ${olderThan(days)}`,
    );
}
