import { shadowAnswers } from '../db/schema/serving.ts';
import type { Executor } from '../platform/database.ts';

export const recordShadowAnswer = (db: Executor, answer: typeof shadowAnswers.$inferInsert) =>
  db.insert(shadowAnswers).values(answer).onConflictDoNothing();
