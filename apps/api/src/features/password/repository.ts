import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/db/database.ts';

export const passwordRepository = (db: Executor) => ({
  set: (userId: string, passwordHash: string) =>
    db.update(users).set({ passwordHash, passwordChangedAt: sql`now()` }).where(eq(users.id, userId)),
});
