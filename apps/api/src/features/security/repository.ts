import { and, asc, count, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/accounts.ts';
import { recoveryCodes, securityEvents } from '../../db/schema/security.ts';
import type { Executor } from '../../platform/db/database.ts';

export type SecurityEventRow = typeof securityEvents.$inferSelect;

export const securityRepository = (db: Executor) => ({
  insert: (event: SecurityEventRow) => db.insert(securityEvents).values(event),

  /** The workspace that is the person's own. */
  async home(userId: string) {
    const [row] = await db
      .select({ id: workspaces.id, slug: workspaces.slug })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
      .where(eq(memberships.userId, userId))
      .orderBy(sql`${memberships.role} = 'owner' desc`, asc(memberships.createdAt))
      .limit(1);
    return row;
  },

  async list(userId: string, { page, limit }: { page: number; limit: number }) {
    const mine = eq(securityEvents.userId, userId);
    const [rows, [counted]] = await Promise.all([
      db
        .select()
        .from(securityEvents)
        .where(mine)
        .orderBy(desc(securityEvents.at), desc(securityEvents.id))
        .limit(limit)
        .offset((page - 1) * limit),
      db.select({ total: count() }).from(securityEvents).where(mine),
    ]);
    return { rows, total: counted?.total ?? 0 };
  },

  forget: (days: number) =>
    db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - make_interval(days => ${days})`)),

  async guards(userId: string) {
    const [user] = await db
      .select({
        passwordHash: users.passwordHash,
        passwordChangedAt: users.passwordChangedAt,
        mfaEnabled: users.mfaEnabled,
      })
      .from(users)
      .where(eq(users.id, userId));
    const [codes] = await db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
    return user && { ...user, recoveryCodesLeft: codes?.left ?? 0 };
  },
});
