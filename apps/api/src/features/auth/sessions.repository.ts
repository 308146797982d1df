import type { Role } from '@rowcast/contracts';
import { and, desc, eq, gt, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import { isActiveSession } from '../../db/active-session.ts';
import { memberships, refreshTokens, sessions, users, workspaces } from '../../db/schema/accounts.ts';
import { userSettings } from '../../db/schema/settings.ts';
import { type Executor, executeNamed } from '../../platform/db/database.ts';

const graceSeconds = 10;
const proofMinutes = 10;
/** How exact `lastUsedAt` is kept. */
const touchSeconds = 60;

/** The person's choice; 24 hours when they made none. */
const lengthHours = (userId: unknown) => sql<number>`coalesce(
  (select (${userSettings.security}->>'sessionTimeout')::int from ${userSettings} where ${userSettings.userId} = ${userId}),
  24)`;
const lastMoment = (openedAt: unknown, maxDays: number) =>
  sql`${openedAt} + make_interval(days => ${maxDays})`;
/** After the last use, but no later than the session's last moment, whatever its use. */
const endAfter = (usedAt: unknown, hours: unknown, last: unknown) =>
  sql`least(${usedAt} + make_interval(hours => ${hours}), ${last})`;

export const sessionRepository = (db: Executor) => ({
  async open(
    session: { id: string; userId: string; ip: string; userAgent: string },
    maxDays: number,
  ): Promise<Date> {
    const hours = lengthHours(session.userId);
    const [row] = await db
      .insert(sessions)
      .values({
        ...session,
        lengthHours: hours,
        createdAt: sql`now()`,
        provedAt: sql`now()`,
        lastUsedAt: sql`now()`,
        expiresAt: endAfter(sql`now()`, hours, lastMoment(sql`now()`, maxDays)),
      })
      .returning({ expiresAt: sessions.expiresAt });
    if (!row) throw new Error('the session was not inserted');
    return row.expiresAt;
  },

  addToken: (tokenHash: string, sessionId: string) =>
    db.insert(refreshTokens).values({ tokenHash, sessionId, createdAt: sql`now()` }).onConflictDoNothing(),

  /** The token with its living session, locked so that parallel refreshes take turns. */
  async lockToken(tokenHash: string, maxDays: number) {
    const [row] = await db
      .select({
        sessionId: sessions.id,
        userId: sessions.userId,
        used: sql<boolean>`${refreshTokens.usedAt} is not null`,
        inGrace: sql<boolean>`${refreshTokens.usedAt} > clock_timestamp() - make_interval(secs => ${graceSeconds})`,
      })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .where(
        and(
          eq(refreshTokens.tokenHash, tokenHash),
          isActiveSession,
          gt(lastMoment(sessions.createdAt, maxDays), sql`now()`),
        ),
      )
      .for('update');
    return row;
  },

  markUsed: (tokenHash: string) =>
    db
      .update(refreshTokens)
      .set({ usedAt: sql`clock_timestamp()` })
      .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt))),

  async extend(id: string, maxDays: number): Promise<Date> {
    const hours = lengthHours(sessions.userId);
    const [row] = await db
      .update(sessions)
      .set({
        lastUsedAt: sql`now()`,
        lengthHours: hours,
        expiresAt: endAfter(sql`now()`, hours, lastMoment(sessions.createdAt, maxDays)),
      })
      .where(eq(sessions.id, id))
      .returning({ expiresAt: sessions.expiresAt });
    if (!row) throw new Error('the session is gone');
    return row.expiresAt;
  },

  /** A new length counts for the sessions that are open, from their last use. */
  applyLength: (userId: string, maxDays: number) =>
    db
      .update(sessions)
      .set({
        lengthHours: lengthHours(userId),
        expiresAt: endAfter(
          sessions.lastUsedAt,
          lengthHours(userId),
          lastMoment(sessions.createdAt, maxDays),
        ),
      })
      .where(and(eq(sessions.userId, userId), isActiveSession)),

  revoke: (id: string) =>
    db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt))),

  /** Ends all sessions of a user except the given one; returns how many. */
  async revokeOthers(userId: string, keptId: string | null): Promise<number> {
    const ended = await db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.userId, userId), isActiveSession, keptId ? ne(sessions.id, keptId) : undefined))
      .returning({ id: sessions.id });
    return ended.length;
  },

  /** Ends all sessions of a user but the most recently used ones; returns the ended ones. */
  async revokeOldest(userId: string, keptCount: number): Promise<{ id: string }[]> {
    const kept = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isActiveSession))
      .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
      .limit(keptCount);
    return db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.userId, userId), isActiveSession, notInArray(sessions.id, kept)))
      .returning({ id: sessions.id });
  },

  async userAgents(userId: string): Promise<string[]> {
    const rows = await db
      .selectDistinct({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(eq(sessions.userId, userId));
    return rows.map(({ userAgent }) => userAgent);
  },

  /** All that a request needs to know of its caller, in one query. The workspace is null when they are no member. */
  async identify(sessionId: string, userId: string, slug: string | undefined) {
    const [found] = await executeNamed<{
      workspaceId: string | null;
      role: Role | null;
      proved: boolean;
      untouched: boolean;
    }>(
      db,
      'identify',
      sql`
      select m.workspace_id as "workspaceId", m.role,
        s.proved_at > now() - make_interval(mins => ${proofMinutes}) as proved,
        s.last_used_at < now() - make_interval(secs => ${touchSeconds}) as untouched
      from ${sessions} s
      join ${users} u on u.id = s.user_id and u.verified_at is not null
      left join lateral (
        select ms.workspace_id, ms.role
        from ${memberships} ms join ${workspaces} w on w.id = ms.workspace_id
        where ms.user_id = u.id and (${slug ?? null}::text is null or w.slug = ${slug ?? null})
        order by ms.role = 'owner' desc, ms.created_at
        limit 1
      ) m on true
      where s.id = ${sessionId} and s.user_id = ${userId} and s.revoked_at is null and s.expires_at > now()`,
    );
    return found;
  },

  touch: (id: string) =>
    db
      .update(sessions)
      .set({ lastUsedAt: sql`now()` })
      .where(
        and(
          eq(sessions.id, id),
          lt(sessions.lastUsedAt, sql`now() - make_interval(secs => ${touchSeconds})`),
        ),
      ),

  prove: (id: string) => db.update(sessions).set({ provedAt: sql`now()` }).where(eq(sessions.id, id)),

  async provedUntil(id: string): Promise<Date | null> {
    const [row] = await db
      .select({ until: sql<string>`${sessions.provedAt} + make_interval(mins => ${proofMinutes})` })
      .from(sessions)
      .where(
        and(eq(sessions.id, id), gt(sessions.provedAt, sql`now() - make_interval(mins => ${proofMinutes})`)),
      );
    return row ? new Date(row.until) : null;
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
      .where(and(eq(sessions.id, sessionId), eq(memberships.workspaceId, workspaceId), isActiveSession));
    return rows.length > 0;
  },
});
