import { asc, eq, sql } from 'drizzle-orm';
import type { AuditEntry } from '../platform/audit/audit-entry.ts';
import { chainStart, commitTo, hashRow, newSalt } from '../platform/audit/hash-chain.ts';
import type { Executor } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { type Erasure, eraseIn, workspacesNaming } from './audit-erasure.repository.ts';
import { memberships } from './schema/accounts.ts';
import { auditHeads, auditLog } from './schema/evidence.ts';

/** Who caused the changes of one transaction, and how it reached us. */
export interface Origin {
  userId: string | null;
  workspaceId: string | null;
  ip: string | null;
  requestId: string | null;
}

type Entry = AuditEntry & { workspaceId: string };
type Head = typeof auditHeads.$inferSelect;

/** What Postgres will give back: dates as text, no undefined, no halves of characters. */
const asStored = (details: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(details), (_name, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  ) as Record<string, unknown>;

/** Held until the transaction ends, so that parallel changes take their places one after the other. */
async function lockHead(db: Executor, workspaceId: string): Promise<Head> {
  const find = () =>
    db.select().from(auditHeads).where(eq(auditHeads.workspaceId, workspaceId)).for('update');
  const [found] = await find();
  if (found) return found;
  const first = { workspaceId, seq: 0, hash: chainStart, at: new Date(0) };
  await db.insert(auditHeads).values(first).onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('the head of an audit chain was not inserted');
  return made;
}

/** The workspace that is a person's own, where what concerns only them is recorded. */
async function homeOf(db: Executor, userId: string | null | undefined): Promise<string> {
  const [home] = await db
    .select({ workspaceId: memberships.workspaceId })
    .from(memberships)
    .where(eq(memberships.userId, userId ?? ''))
    .orderBy(sql`${memberships.role} = 'owner' desc`, asc(memberships.createdAt))
    .limit(1);
  if (!home) throw new Error('an audit entry names neither a workspace nor a member of one');
  return home.workspaceId;
}

async function extend(
  db: Executor,
  workspaceId: string,
  entries: Entry[],
  { userId, ip, requestId }: Origin,
  now: Date,
): Promise<void> {
  const head = await lockHead(db, workspaceId);
  // Clocks differ between processes; in the log time never runs backwards.
  const at = head.at > now ? head.at : now;
  let { seq, hash } = head;
  const rows = entries.map(({ action, targetType, targetId, before, after, actorId = userId }) => {
    const details = asStored({ before, after });
    const [detailsSalt, ipSalt] = [newSalt(), newSalt()];
    const facts = {
      ...{ workspaceId, seq: seq + 1, id: newId('audit'), at, actorId, action, targetType, targetId },
      detailsHash: commitTo(detailsSalt, details),
      ipHash: ip === null ? null : commitTo(ipSalt, ip),
      requestId,
      previousHash: hash,
    };
    seq += 1;
    hash = hashRow(facts);
    return { ...facts, details, detailsSalt, ip, ipSalt, hash };
  });
  await db.insert(auditLog).values(rows);
  await db.update(auditHeads).set({ seq, hash, at }).where(eq(auditHeads.workspaceId, workspaceId));
}

/** In the same order everywhere, so that two transactions can't wait for each other. */
const inOrder = (ids: Iterable<string>) => [...new Set(ids)].sort();

/**
 * The last thing that a transaction does: it holds the chains, and nobody waits for more than the commit. What names
 * a person is taken out after the entries are in, so that nothing of them stays.
 */
export async function appendAudit(
  db: Executor,
  entries: readonly AuditEntry[],
  erasures: readonly Erasure[],
  origin: Origin,
  now: Date,
): Promise<void> {
  const placed: Entry[] = [];
  for (const entry of entries) {
    const workspaceId =
      entry.workspaceId ?? origin.workspaceId ?? (await homeOf(db, entry.actorId ?? origin.userId));
    placed.push({ ...entry, workspaceId });
  }
  const concerned = new Map<Erasure, string[]>();
  for (const erasure of erasures) concerned.set(erasure, await workspacesNaming(db, erasure));
  const ids = inOrder([...placed.map((entry) => entry.workspaceId), ...[...concerned.values()].flat()]);
  for (const workspaceId of ids) await lockHead(db, workspaceId);
  for (const workspaceId of ids) {
    const own = placed.filter((entry) => entry.workspaceId === workspaceId);
    if (own.length > 0) await extend(db, workspaceId, own, origin, now);
    for (const erasure of erasures) {
      const after = await eraseIn(db, workspaceId, erasure, now);
      if (!after) continue;
      const entry = { action: 'audit.erased', targetType: 'user', targetId: erasure.userId } as const;
      // Without an address: this row is never erased itself.
      await extend(db, workspaceId, [{ ...entry, after, workspaceId }], { ...origin, ip: null }, now);
    }
  }
}
