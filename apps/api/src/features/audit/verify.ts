import { chainStart, commitTo, hashRow } from '../../platform/audit/hash-chain.ts';
import { readRanges } from '../../platform/audit/sequence-ranges.ts';
import { type Database, type Executor, transaction } from '../../platform/db/database.ts';
import { type AuditRow, chainIds, chainRepository } from './chain.repository.ts';

export interface Fault {
  workspaceId: string;
  seq: number;
  problem: string;
}
export interface Verdict {
  workspaceId: string;
  rows: number;
  /** Hash of the last row. Stored elsewhere, it later proves whether the whole chain was replaced. */
  hash: string;
  fault: Fault | null;
}

interface Claim {
  by: number;
  details: [number, number][];
  addresses: [number, number][];
}

const intact = (row: AuditRow) => row.detailsHash === commitTo(row.detailsSalt, row.details);

/** What the rows of erasure say was taken out. Whether those rows themselves are sound, the walk over all rows finds. */
const claimOf = (row: AuditRow): Claim => {
  const { details = '', addresses = '' } = (row.details.after ?? {}) as Record<string, string>;
  return { by: row.seq, details: readRanges(details), addresses: readRanges(addresses) };
};

function isClaimed(claims: readonly Claim[], seq: number, what: 'details' | 'addresses'): boolean {
  return claims.some((claim) => claim.by > seq && claim[what].some(([from, to]) => from <= seq && seq <= to));
}

function problemOf(row: AuditRow, expected: { seq: number; hash: string }, claims: readonly Claim[]) {
  if (row.seq !== expected.seq) return `row ${expected.seq} is missing`;
  if (row.previousHash !== expected.hash) return 'it does not follow the row before it';
  if (row.hash !== hashRow(row)) return 'it was edited';
  if (row.detailsSalt === '') {
    if (!isClaimed(claims, row.seq, 'details')) return 'its details were taken out without a record';
    if (Object.keys(row.details).length > 0) return 'its details were put in after they had been taken out';
  } else if (!intact(row)) return 'its details were edited';
  if (row.ipHash === null) return row.ip === null ? null : 'its address was added';
  if (row.ipSalt === '') {
    if (!isClaimed(claims, row.seq, 'addresses')) return 'its address was taken out without a record';
    return row.ip === null ? null : 'its address was put in after it had been taken out';
  }
  return row.ipHash === commitTo(row.ipSalt, row.ip) ? null : 'its address was edited';
}

type Kept = Pick<Verdict, 'rows' | 'hash'>;

async function walk(db: Executor, workspaceId: string, kept: Kept): Promise<Verdict> {
  const chain = chainRepository(db, workspaceId);
  const head = await chain.head();
  const claims = (await chain.erasures()).filter(intact).map(claimOf);
  const expected = { seq: 1, hash: chainStart };
  const verdict = (seq: number, problem: string | null): Verdict => ({
    workspaceId,
    rows: expected.seq - 1,
    hash: expected.hash,
    fault: problem === null ? null : { workspaceId, seq, problem },
  });
  for await (const row of chain.rows()) {
    if (row.seq > (head?.seq ?? 0)) return verdict(row.seq, 'it stands after the end of the chain');
    const problem = problemOf(row, expected, claims);
    if (problem) return verdict(Math.min(row.seq, expected.seq), problem);
    if (row.seq === kept.rows && row.hash !== kept.hash)
      return verdict(row.seq, 'it or one before it is not the row that was there at the verification before');
    expected.seq = row.seq + 1;
    expected.hash = row.hash;
  }
  const length = Math.max(head?.seq ?? 0, kept.rows);
  if (length >= expected.seq)
    return verdict(expected.seq, `it is missing, as are all after it up to ${length}`);
  return verdict(length, !head || head.hash === expected.hash ? null : 'the end of its chain was edited');
}

/**
 * Walks one chain from its start and names the first row that is not as it was written. What an earlier walk found,
 * stored elsewhere, also proves whether the whole chain was rewritten or truncated since.
 */
export const verifyChain = (
  db: Database,
  workspaceId: string,
  kept: Kept = { rows: 0, hash: chainStart },
): Promise<Verdict> =>
  // One snapshot, so that rows and head agree while others write.
  transaction(db, (snapshot) => walk(snapshot, workspaceId, kept), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

/** Every chain there is or was, those of workspaces that are gone included. */
export async function* verifyAll(
  db: Database,
  earlier: readonly Pick<Verdict, 'workspaceId' | 'rows' | 'hash'>[] = [],
): AsyncGenerator<Verdict> {
  const known = new Map(earlier.map((verdict) => [verdict.workspaceId, verdict]));
  const ids = new Set([...(await chainIds(db)), ...known.keys()]);
  for (const workspaceId of [...ids].sort()) yield verifyChain(db, workspaceId, known.get(workspaceId));
}
