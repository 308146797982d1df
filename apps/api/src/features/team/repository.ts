import type { Role } from '@rowcast/contracts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { memberships, sessions, users } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

const lastActiveAt = sql<Date | null>`greatest(${users.lastLoginAt},
  (select max(s.last_used_at) from ${sessions} s where s.user_id = ${users.id}))`.mapWith(users.lastLoginAt);

export function memberRepository(db: Executor, workspaceId: string) {
  const mine = eq(memberships.workspaceId, workspaceId);
  const view = () =>
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        avatarKey: users.avatarKey,
        role: memberships.role,
        joinedAt: memberships.createdAt,
        lastActiveAt,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId));

  return {
    list: () => view().where(mine).orderBy(asc(memberships.createdAt), asc(users.id)),

    async find(userId: string) {
      const [row] = await view().where(and(mine, eq(memberships.userId, userId)));
      return orNotFound(row);
    },

    async isMember(email: string): Promise<boolean> {
      const rows = await view().where(and(mine, eq(users.email, email)));
      return rows.length > 0;
    },

    async size(): Promise<number> {
      const [row] = await db.select({ members: count() }).from(memberships).where(mine);
      return row?.members ?? 0;
    },

    add: (userId: string, role: Role, createdAt: Date) =>
      db.insert(memberships).values({ workspaceId, userId, role, createdAt }),

    setRole: (userId: string, role: Role) =>
      db
        .update(memberships)
        .set({ role })
        .where(and(mine, eq(memberships.userId, userId))),

    remove: (userId: string) => db.delete(memberships).where(and(mine, eq(memberships.userId, userId))),
  };
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRepository>['find']>>;
