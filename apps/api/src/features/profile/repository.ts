import { RowcastError } from '@rowcast/contracts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/db/database.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';

export type UserRow = typeof users.$inferSelect;

export const profileRepository = (db: Executor) => ({
  /** Held until the transaction ends, so that two changes take turns. */
  async lock(userId: string): Promise<UserRow> {
    const [row] = await db.select().from(users).where(eq(users.id, userId)).for('update');
    if (!row) throw new RowcastError('UNAUTHENTICATED');
    return row;
  },

  async find(userId: string): Promise<UserRow> {
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    if (!row) throw new RowcastError('UNAUTHENTICATED');
    return row;
  },

  /** One that nobody finished holds no address back from who can read its mail. */
  forgetSignUp: (email: string) =>
    db.delete(users).where(and(eq(users.email, email), isNull(users.verifiedAt))),

  async hasAccount(email: string): Promise<boolean> {
    const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return rows.length > 0;
  },

  update: (userId: string, changes: Partial<UserRow>) =>
    db.update(users).set(changes).where(eq(users.id, userId)),
});

/** For the jobs process: those of the keys that are somebody's picture. */
export const avatarSweep = {
  async used(db: Executor, names: string[]): Promise<Set<string>> {
    const keyOf = new Map(names.map((name) => [objectKeys.avatar(name), name]));
    const rows = await db
      .select({ key: users.avatarKey })
      .from(users)
      .where(eq(users.avatarKey, sql`any(${sql.param([...keyOf.keys()])})`));
    return new Set(rows.flatMap(({ key }) => keyOf.get(key ?? '') ?? []));
  },
};
