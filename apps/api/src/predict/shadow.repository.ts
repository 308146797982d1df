import { shadowAnswers } from '../db/schema/serving.ts';
import type { Database } from '../platform/database.ts';
import { addRolloutSums } from './rollout-sums.repository.ts';
import { RolloutSums } from './rollout-sums.ts';

/** Keeps what the candidate would have answered, for people and for its gates. */
export const recordShadowAnswer = (db: Database, answer: typeof shadowAnswers.$inferInsert) =>
  db.transaction(async (tx) => {
    await tx.insert(shadowAnswers).values(answer);
    const sums = new RolloutSums();
    const { status, score = null } = answer;
    // Its answers are not kept with a code: 503 says that there was none.
    sums.add({ ...answer, side: 'shadow', score, isAway: status === 503, difference: answer });
    await addRolloutSums(tx, sums);
  });
