import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { writeRanges } from '../platform/audit/sequence-ranges.ts';
import type { Executor } from '../platform/db/database.ts';
import { auditLog } from './schema/evidence.ts';

export interface Erasure {
  userId: string;
  /** Their addresses, of now and before. Details that give one of them as somebody's address go. */
  emails: readonly string[];
  /** Where they belong or were invited. No word of theirs reaches the log of a workspace that they had no part in. */
  workspaceIds: readonly string[];
}

/**
 * As a whole value: a part of another address, or of any text that a person can choose, is no mention of them. Looked
 * for as text first, as most rows name nobody.
 */
const names = (email: string): SQL =>
  sql`(strpos(lower(${auditLog.details}::text), ${email.toLowerCase()}) > 0
    and jsonb_path_exists(lower(${auditLog.details}::text)::jsonb, '$.**.email ? (@ == $email)',
      jsonb_build_object('email', ${email.toLowerCase()}::text)))`;

const byPerson = ({ userId }: Erasure) => and(eq(auditLog.actorId, userId), isNotNull(auditLog.ip));

const aboutPerson = ({ userId, emails }: Erasure) =>
  and(
    ne(auditLog.detailsSalt, ''),
    ne(auditLog.action, 'audit.erased'),
    or(eq(auditLog.targetId, userId), ...emails.map(names)),
  );

/** Those with entries of a workspace that they belong to, or by or about them. */
export async function workspacesNaming(db: Executor, { userId, workspaceIds }: Erasure): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: auditLog.workspaceId })
    .from(auditLog)
    .where(
      or(
        eq(auditLog.actorId, userId),
        eq(auditLog.targetId, userId),
        inArray(auditLog.workspaceId, [...workspaceIds]),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Takes the person's addresses out of what they did, and the details out of what was done about them; what they did
 * to other things stays readable. Returns which rows, for the record; null when there were none.
 */
export async function eraseIn(db: Executor, workspaceId: string, erasure: Erasure, erasedAt: Date) {
  const own = eq(auditLog.workspaceId, workspaceId);
  const addresses = await db
    .update(auditLog)
    .set({ ip: null, ipSalt: '', erasedAt })
    .where(and(own, byPerson(erasure)))
    .returning({ seq: auditLog.seq });
  const details = await db
    .update(auditLog)
    .set({ details: {}, detailsSalt: '', erasedAt })
    .where(and(own, aboutPerson(erasure)))
    .returning({ seq: auditLog.seq });
  if (addresses.length + details.length === 0) return null;
  const rangesOf = (rows: { seq: number }[]) => writeRanges(rows.map(({ seq }) => seq));
  return { addresses: rangesOf(addresses), details: rangesOf(details) };
}
