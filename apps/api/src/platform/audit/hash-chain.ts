import { randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sha256 } from '../security/encryption.ts';

/** Hash before the first row of a chain. */
export const chainStart = '0'.repeat(64);

/** All that a row's hash covers. What names a person is in it only as commitments, so that it can be taken out. */
export interface ChainedFacts {
  workspaceId: string;
  seq: number;
  id: string;
  at: Date;
  actorId: string | null;
  action: string;
  targetType: string;
  targetId: string;
  detailsHash: string;
  ipHash: string | null;
  requestId: string | null;
  previousHash: string;
}

/** RFC 8785, so that the same value has one text whatever wrote it. */
const hashOf = (value: unknown): string => sha256(canonicalize(value) ?? '');

/** Long enough that what was committed to can't be guessed once the salt is gone. */
export const newSalt = (): string => randomBytes(32).toString('hex');

export const commitTo = (salt: string, value: unknown): string => hashOf([salt, value]);

export const hashRow = (row: ChainedFacts): string =>
  hashOf({
    workspaceId: row.workspaceId,
    seq: row.seq,
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actorId,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    detailsHash: row.detailsHash,
    ipHash: row.ipHash,
    requestId: row.requestId,
    previousHash: row.previousHash,
  });
