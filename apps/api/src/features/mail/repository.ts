import type { Language } from '@rowcast/contracts';
import { and, desc, eq, exists, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { mails, users } from '../../db/schema/accounts.ts';
import { userSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

export type MailRow = typeof mails.$inferSelect;

export const mailRepository = (db: Executor) => ({
  insert: (row: Pick<MailRow, 'id' | 'recipient' | 'subject' | 'sealedBody' | 'createdAt'>) =>
    db.insert(mails).values(row),

  async languageOf(recipient: string): Promise<Language | undefined> {
    const [person] = await db
      .select({ language: sql<Language | null>`${userSettings.preferences} ->> 'language'` })
      .from(users)
      .innerJoin(userSettings, eq(userSettings.userId, users.id))
      .where(eq(users.email, recipient));
    return person?.language ?? undefined;
  },

  async find(id: string) {
    const hasAccount = exists(db.select({ one: sql`1` }).from(users).where(eq(users.email, mails.recipient)));
    const [row] = await db
      .select({ mail: mails, recipientHasAccount: sql<boolean>`${hasAccount}` })
      .from(mails)
      .where(eq(mails.id, id));
    return row;
  },

  markSent: (id: string, at: Date) =>
    db
      .update(mails)
      .set({ sentAt: at, error: null })
      .where(and(eq(mails.id, id), isNull(mails.sentAt))),

  markFailed: (id: string, error: string) => db.update(mails).set({ error }).where(eq(mails.id, id)),

  remove: (id: string) => db.delete(mails).where(eq(mails.id, id)),

  forget: (days: number) =>
    db.delete(mails).where(lt(mails.createdAt, sql`now() - make_interval(days => ${days})`)),

  sent: (recipient: string | undefined, limit: number) =>
    db
      .select()
      .from(mails)
      .where(and(isNotNull(mails.sentAt), recipient ? eq(mails.recipient, recipient) : undefined))
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(limit),
});
