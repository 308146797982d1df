import { type SQL, sql } from 'drizzle-orm';
import { deleteInSteps } from '../../db/delete-in-steps.repository.ts';
import { deployments } from '../../db/schema/catalogue.ts';
import { rollouts, shadowAnswers } from '../../db/schema/serving.ts';
import { type Database, type Executor, transaction } from '../../platform/db/database.ts';
import { apisByDaysKept, olderThan } from '../logging/retention.repository.ts';
import { addRolloutSums } from './rollout-sums.repository.ts';
import { RolloutSums } from './rollout-sums.ts';

/** Stores the candidate's predictions for the console and the gates. */
export const recordShadowAnswer = (db: Database, answer: typeof shadowAnswers.$inferInsert) =>
  transaction(db, async (tx) => {
    await tx.insert(shadowAnswers).values(answer);
    const sums = new RolloutSums();
    const { status, score = null } = answer;
    // A missing response is stored as status 503.
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
 * Deletes in steps before the rollout itself. With millions of rows, a cascade would exceed the statement timeout and
 * block the log meanwhile.
 */
export const eraseShadowAnswers = (db: Database, erased: Erased) =>
  deleteInSteps(db, shadowAnswers, ofRollouts(isOf(erased)));

/** Removes rows that are older than the API's log retention. */
export async function trimShadowAnswers(db: Executor): Promise<void> {
  for (const { days, apiIds } of await apisByDaysKept(db))
    await deleteInSteps(
      db,
      shadowAnswers,
      sql`${ofRollouts(sql`api_id = any(${sql.param(apiIds)})`)} and ${olderThan(days)}`,
    );
}
