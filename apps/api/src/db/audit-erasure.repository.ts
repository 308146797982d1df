import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { writeRanges } from '../platform/seq-ranges.ts';
import { auditLog } from './schema/evidence.ts';

export interface Erasure {
  userId: string;
  /** Whatever else tells who it is: e-mail addresses of now and before. Details that have one of them go. */
  words: readonly string[];
}

const has = (word: string): SQL =>
  sql`position(${JSON.stringify(word.toLowerCase()).slice(1, -1)} in lower(${auditLog.details}::text)) > 0`;

const byPerson = ({ userId }: Erasure) => and(eq(auditLog.actorId, userId), isNotNull(auditLog.ip));

const aboutPerson = ({ userId, words }: Erasure) =>
  and(
    ne(auditLog.detailsSalt, ''),
    ne(auditLog.action, 'audit.erased'),
    or(eq(auditLog.targetId, userId), ...words.filter(Boolean).map(has)),
  );

export async function workspacesNaming(db: Executor, erasure: Erasure): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: auditLog.workspaceId })
    .from(auditLog)
    .where(or(byPerson(erasure), aboutPerson(erasure)));
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
