import type { MailKind } from '@rowcast/contracts';
import { and, desc, eq, exists, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mails, memberships, users } from '../../db/schema/accounts.ts';
import { jobs } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

const one = { one: sql`1` };
const kind = sql<MailKind | null>`${jobs.payload} ->> 'kind'`;

export function unsentMailRepository(db: Executor, workspaceId: string) {
  const toMember = db
    .select(one)
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.email, mails.recipient), eq(memberships.workspaceId, workspaceId)));
  const later = alias(jobs, 'later');
  const triedSince = db
    .select(one)
    .from(later)
    .where(and(eq(later.subjectId, jobs.subjectId), gt(later.id, jobs.id)));
  /** Every attempt failed: what the workspace sends, and what its members asked for themselves. */
  const failed = and(
    eq(jobs.queue, 'mail'),
    eq(jobs.state, 'failed'),
    isNull(mails.sentAt),
    notExists(triedSince),
    or(eq(jobs.workspaceId, workspaceId), and(isNull(jobs.workspaceId), exists(toMember))),
  );
  return {
    list: (limit: number) =>
      db
        .select({ mail: mails, kind, failedAt: jobs.finishedAt })
        .from(jobs)
        .innerJoin(mails, eq(mails.id, jobs.subjectId))
        .where(failed)
        .orderBy(desc(jobs.finishedAt), desc(jobs.id))
        .limit(limit),

    /** Held, so that two who try again at once try once. */
    async lock(mailId: string) {
      const [held] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, mailId)).for('update');
      const [row] = held
        ? await db
            .select({ id: mails.id, recipient: mails.recipient, kind })
            .from(jobs)
            .innerJoin(mails, eq(mails.id, jobs.subjectId))
            .where(and(failed, eq(mails.id, mailId)))
        : [];
      return orNotFound(row);
    },

    /** What has not gone out to an address is not to go out any more. */
    async drop(recipient: string, of: MailKind): Promise<void> {
      const ofKind = db
        .select({ id: jobs.subjectId })
        .from(jobs)
        .where(and(eq(jobs.queue, 'mail'), eq(jobs.workspaceId, workspaceId), eq(kind, of)));
      await db
        .delete(mails)
        .where(and(eq(mails.recipient, recipient), isNull(mails.sentAt), inArray(mails.id, ofKind)));
    },
  };
}
