import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { oneTimeCodes } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/database.ts';

const maximumTries = 5;

/** Times are compared by the database's clock, which all processes share. */
export const codeRepository = (db: Executor) => ({
  /** An address has one code: the newest. */
  async replace({
    id,
    email,
    codeHash,
    minutes,
  }: {
    id: string;
    email: string;
    codeHash: string;
    minutes: number;
  }) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
    await db.delete(oneTimeCodes).where(eq(oneTimeCodes.email, email));
    await db.insert(oneTimeCodes).values({
      id,
      email,
      codeHash,
      createdAt: sql`now()`,
      expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    });
  },

  /** Counts a try before anything is compared; gives nothing when the code can't be tried any more. */
  async countTry(email: string) {
    const [code] = await db
      .update(oneTimeCodes)
      .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
      .where(
        and(
          eq(oneTimeCodes.email, email),
          isNull(oneTimeCodes.endedAt),
          gt(oneTimeCodes.expiresAt, sql`now()`),
          lt(oneTimeCodes.attempts, maximumTries),
        ),
      )
      .returning({ id: oneTimeCodes.id, codeHash: oneTimeCodes.codeHash });
    return code;
  },

  /** True for the one caller who uses the code up. */
  async end(id: string): Promise<boolean> {
    const ended = await db
      .update(oneTimeCodes)
      .set({ endedAt: sql`now()` })
      .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.endedAt)))
      .returning({ id: oneTimeCodes.id });
    return ended.length === 1;
  },

  async forget(days: number): Promise<void> {
    await db
      .delete(oneTimeCodes)
      .where(lt(oneTimeCodes.expiresAt, sql`now() - make_interval(days => ${days})`));
  },

  async wasTriedTooOften(email: string): Promise<boolean> {
    const [code] = await db
      .select({
        tooOften: sql<boolean>`${oneTimeCodes.attempts} >= ${maximumTries}
          and ${oneTimeCodes.endedAt} is null and ${oneTimeCodes.expiresAt} > now()`,
      })
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.email, email))
      .orderBy(desc(oneTimeCodes.createdAt))
      .limit(1);
    return code?.tooOften ?? false;
  },
});
