import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { mailRecipients } from '../../../db/schema/accounts.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { dayMs, hourMs } from '../../../platform/time/durations.ts';

export type RecipientRow = typeof mailRecipients.$inferSelect;

const { addressHash, hourStartedAt, hourCount, dayStartedAt, dayCount } = mailRecipients;

export const recipientRepository = (db: Executor) => ({
  /** The counters of an address, with windows that include `now`. Locked until the transaction ends. */
  async lock(hash: string, now: Date): Promise<RecipientRow> {
    const hourAgo = new Date(now.getTime() - hourMs).toISOString();
    const dayAgo = new Date(now.getTime() - dayMs).toISOString();
    const at = now.toISOString();
    const [row] = await db
      .insert(mailRecipients)
      .values({ addressHash: hash, hourStartedAt: now, hourCount: 0, dayStartedAt: now, dayCount: 0 })
      .onConflictDoUpdate({
        target: addressHash,
        set: {
          hourCount: sql`case when ${hourStartedAt} <= ${hourAgo} then 0 else ${hourCount} end`,
          hourStartedAt: sql`case when ${hourStartedAt} <= ${hourAgo} then ${at} else ${hourStartedAt} end`,
          dayCount: sql`case when ${dayStartedAt} <= ${dayAgo} then 0 else ${dayCount} end`,
          dayStartedAt: sql`case when ${dayStartedAt} <= ${dayAgo} then ${at} else ${dayStartedAt} end`,
        },
      })
      .returning();
    if (!row) throw new Error('the counters of a recipient were not returned');
    return row;
  },

  count: (hash: string) =>
    db
      .update(mailRecipients)
      .set({ hourCount: sql`${hourCount} + 1`, dayCount: sql`${dayCount} + 1` })
      .where(eq(addressHash, hash)),

  setOptedOut: (hash: string, optedOutAt: Date | null) =>
    db.update(mailRecipients).set({ optedOutAt }).where(eq(addressHash, hash)),

  /** Counters that no window needs. Addresses that opted out stay. */
  forget: (now: Date) =>
    db
      .delete(mailRecipients)
      .where(and(isNull(mailRecipients.optedOutAt), lt(dayStartedAt, new Date(now.getTime() - dayMs)))),
});
