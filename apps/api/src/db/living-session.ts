import { and, gt, isNull, sql } from 'drizzle-orm';
import { sessions } from './schema/accounts.ts';

/** Neither ended nor expired, by the database's clock. */
export const sessionIsAlive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));
