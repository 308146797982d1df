import type { Role } from '@rowcast/contracts';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { memberships, refreshTokens, sessions, users, workspaces } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/database.ts';

const sessionLength = sql`now() + interval '24 hours'`;
const graceSeconds = 10;
const alive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

export const sessionRepository = (db: Executor) => ({
  async open(session: { id: string; userId: string; ip: string; userAgent: string }): Promise<Date> {
    const [row] = await db
      .insert(sessions)
      .values({ ...session, createdAt: sql`now()`, lastUsedAt: sql`now()`, expiresAt: sessionLength })
      .returning({ expiresAt: sessions.expiresAt });
    if (!row) throw new Error('the session was not inserted');
    return row.expiresAt;
  },

  addToken: (tokenHash: string, sessionId: string) =>
    db.insert(refreshTokens).values({ tokenHash, sessionId, createdAt: sql`now()` }).onConflictDoNothing(),

  /** The token with its living session, locked so that parallel refreshes take turns. */
  async lockToken(tokenHash: string) {
    const [row] = await db
      .select({
        sessionId: sessions.id,
        userId: sessions.userId,
        used: sql<boolean>`${refreshTokens.usedAt} is not null`,
        inGrace: sql<boolean>`${refreshTokens.usedAt} > clock_timestamp() - make_interval(secs => ${graceSeconds})`,
      })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .where(and(eq(refreshTokens.tokenHash, tokenHash), alive))
      .for('update');
    return row;
  },

  markUsed: (tokenHash: string) =>
    db
      .update(refreshTokens)
      .set({ usedAt: sql`clock_timestamp()` })
      .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt))),

  async extend(id: string): Promise<Date> {
    const [row] = await db
      .update(sessions)
      .set({ lastUsedAt: sql`now()`, expiresAt: sessionLength })
      .where(eq(sessions.id, id))
      .returning({ expiresAt: sessions.expiresAt });
    if (!row) throw new Error('the session is gone');
    return row.expiresAt;
  },

  revoke: (id: string) =>
    db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt))),

  /** All that a request needs to know of its caller, in one query. The workspace is null when they are no member. */
  async identify(sessionId: string, userId: string, slug: string | undefined) {
    const { rows } = await db.execute<{ workspaceId: string | null; role: Role | null }>(sql`
      select m.workspace_id as "workspaceId", m.role
      from ${sessions} s
      join ${users} u on u.id = s.user_id and u.verified_at is not null
      left join lateral (
        select ms.workspace_id, ms.role
        from ${memberships} ms join ${workspaces} w on w.id = ms.workspace_id
        where ms.user_id = u.id and (${slug ?? null}::text is null or w.slug = ${slug ?? null})
        order by ms.role = 'owner' desc, ms.created_at
        limit 1
      ) m on true
      where s.id = ${sessionId} and s.user_id = ${userId} and s.revoked_at is null and s.expires_at > now()`);
    return rows[0];
  },

  async forget(days: number): Promise<void> {
    await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - make_interval(days => ${days})`));
  },

  /** Whether session and membership are still what they were when the request came in. */
  async isCurrent(sessionId: string, workspaceId: string): Promise<boolean> {
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(memberships, eq(memberships.userId, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(memberships.workspaceId, workspaceId), alive));
    return rows.length > 0;
  },
});
