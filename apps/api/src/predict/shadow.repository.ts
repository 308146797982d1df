import { type SQL, sql } from 'drizzle-orm';
import { deleteInSteps } from '../db/in-steps.repository.ts';
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

const ofRollouts = (condition: SQL) =>
  sql`rollout_id = any(array(select id from ${rollouts} where ${condition}))`;

/**
 * Before their APIs are deleted. With millions of them, the one statement of a cascade would outlast its time, and
 * hold up the log meanwhile.
 */
export const eraseShadowAnswers = (db: Database, ids: { apiId: string } | { workspaceIds: string[] }) =>
  deleteInSteps(
    db,
    shadowAnswers,
    ofRollouts(
      'apiId' in ids ? sql`api_id = ${ids.apiId}` : sql`workspace_id = any(${sql.param(ids.workspaceIds)})`,
    ),
  );

export const trimShadowAnswers = (db: Executor) =>
  deleteInSteps(db, shadowAnswers, sql`${ofRollouts(sql`true`)} and at < now() - interval '30 days'`);
