import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { oneTimeCodes } from '../../../db/schema/accounts.ts';
import type { Executor } from '../../../platform/db/database.ts';

const maximumTries = 5;

export type CodePurpose = typeof oneTimeCodes.$inferSelect.purpose;
export type CodeHolder = { email: string; purpose: CodePurpose };

const usable = and(isNull(oneTimeCodes.endedAt), gt(oneTimeCodes.expiresAt, sql`now()`));
const heldBy = ({ email, purpose }: CodeHolder) =>
  and(eq(oneTimeCodes.email, email), eq(oneTimeCodes.purpose, purpose));

/** Times are compared by the database's clock, which all processes share. */
export const codeRepository = (db: Executor) => ({
  /** An address has one code a purpose: the newest. */
  async replace({
    minutes,
    ...code
  }: CodeHolder & { id: string; codeHash: string; linkHash: string | null; minutes: number }) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${code.email}, 0))`);
    await db.delete(oneTimeCodes).where(heldBy(code));
    await db.insert(oneTimeCodes).values({
      ...code,
      createdAt: sql`now()`,
      expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    });
  },

  /** Counts a try before anything is compared; gives nothing when the code can't be tried any more. */
  async countTry(holder: CodeHolder) {
    const [code] = await db
      .update(oneTimeCodes)
      .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
      .where(and(heldBy(holder), usable, lt(oneTimeCodes.attempts, maximumTries)))
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

  /** The address that the link was sent to, for the one caller who uses it up. */
  async endByLink(linkHash: string, purpose: CodePurpose): Promise<string | undefined> {
    const [ended] = await db
      .update(oneTimeCodes)
      .set({ endedAt: sql`now()` })
      .where(and(eq(oneTimeCodes.linkHash, linkHash), eq(oneTimeCodes.purpose, purpose), usable))
      .returning({ email: oneTimeCodes.email });
    return ended?.email;
  },

  async forget(days: number): Promise<void> {
    await db
      .delete(oneTimeCodes)
      .where(lt(oneTimeCodes.expiresAt, sql`now() - make_interval(days => ${days})`));
  },

  async wasTriedTooOften(holder: CodeHolder): Promise<boolean> {
    const [code] = await db
      .select({ tooOften: sql<boolean>`${oneTimeCodes.attempts} >= ${maximumTries}` })
      .from(oneTimeCodes)
      .where(and(heldBy(holder), usable))
      .orderBy(desc(oneTimeCodes.createdAt))
      .limit(1);
    return code?.tooOften ?? false;
  },
});
