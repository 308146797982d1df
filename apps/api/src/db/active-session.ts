import { and, gt, isNull, sql } from 'drizzle-orm';
import { sessions } from './schema/accounts.ts';

/** Neither revoked nor expired, by the database's clock. */
export const isActiveSession = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));
