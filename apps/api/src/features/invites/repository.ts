import { type Invite, RowcastError } from '@rowcast/contracts';
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/accounts.ts';
import { invites } from '../../db/schema/team.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

const lifetime = sql`now() + interval '7 days'`;

const status = sql<Invite['status']>`case
  when ${invites.acceptedAt} is not null then 'accepted'
  when ${invites.expiresAt} <= now() then 'expired'
  else 'pending' end`;

const view = (db: Executor) =>
  db
    .select({ ...getTableColumns(invites), status, inviter: users.name, inviterEmail: users.email })
    .from(invites)
    .leftJoin(users, eq(users.id, invites.invitedBy))
    .$dynamic();

export type InviteRow = Awaited<ReturnType<typeof view>>[number];
type NewInvite = Pick<typeof invites.$inferInsert, 'id' | 'email' | 'role' | 'message' | 'tokenHash'> & {
  invitedBy: string;
  approved: boolean;
};

export function inviteRepository(db: Executor, workspaceId: string) {
  const mine = and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt));
  const one = (id: string) => and(mine, eq(invites.id, id));
  return {
    /** Those by one person, or all. */
    list: (invitedBy: string | undefined) =>
      view(db)
        .where(and(mine, invitedBy ? eq(invites.invitedBy, invitedBy) : undefined))
        .orderBy(desc(invites.createdAt), desc(invites.id))
        .limit(500),

    async find(id: string): Promise<InviteRow> {
      const [row] = await view(db).where(one(id));
      return orNotFound(row);
    },

    /** Held until the transaction ends, so that an invite is not accepted while it is taken back. */
    async lock(id: string): Promise<InviteRow> {
      await db.select({ id: invites.id }).from(invites).where(one(id)).for('update');
      return this.find(id);
    },

    async isPending(email: string): Promise<boolean> {
      const rows = await db
        .select({ id: invites.id })
        .from(invites)
        .where(
          and(mine, eq(invites.email, email), isNull(invites.acceptedAt), gt(invites.expiresAt, sql`now()`)),
        )
        .limit(1);
      return rows.length > 0;
    },

    async accountOf(email: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, email), isNotNull(users.verifiedAt)));
      return row?.id;
    },

    /** Younger than this, or of an owner whose address is not verified. */
    async isNewWorkspace(hours: number): Promise<boolean> {
      const [row] = await db
        .select({
          isNew: sql<boolean>`${workspaces.createdAt} > now() - make_interval(hours => ${hours})`,
          verified: sql<boolean>`bool_or(${users.verifiedAt} is not null)`,
        })
        .from(workspaces)
        .leftJoin(memberships, and(eq(memberships.workspaceId, workspaces.id), eq(memberships.role, 'owner')))
        .leftJoin(users, eq(users.id, memberships.userId))
        .where(eq(workspaces.id, workspaceId))
        .groupBy(workspaces.id);
      return !row?.verified || row.isNew;
    },

    insert: ({ approved, ...row }: NewInvite) =>
      db.insert(invites).values({
        ...row,
        workspaceId,
        approvedAt: approved ? sql`now()` : null,
        createdAt: sql`now()`,
        expiresAt: lifetime,
      }),

    /** Another link, for another seven days. */
    renew: (id: string, tokenHash: string) =>
      db.update(invites).set({ tokenHash, expiresAt: lifetime }).where(one(id)),

    approve: (id: string) => db.update(invites).set({ approvedAt: sql`now()` }).where(one(id)),

    revoke: (id: string) => db.update(invites).set({ revokedAt: sql`now()` }).where(one(id)),
  };
}

/** By its link, which names the workspace, since the invited person is not yet a member. */
export const heldInvites = (db: Executor) => ({
  async find(tokenHash: string) {
    const [row] = await db
      .select({
        invite: { ...getTableColumns(invites), status },
        inviter: users.name,
        workspace: { id: workspaces.id, slug: workspaces.slug, name: workspaces.name },
      })
      .from(invites)
      .innerJoin(workspaces, eq(workspaces.id, invites.workspaceId))
      .leftJoin(users, eq(users.id, invites.invitedBy))
      .where(eq(invites.tokenHash, tokenHash));
    return row;
  },

  lock: (tokenHash: string) =>
    db.select({ id: invites.id }).from(invites).where(eq(invites.tokenHash, tokenHash)).for('update'),

  accept: (id: string, acceptedBy: string) =>
    db.update(invites).set({ acceptedAt: sql`now()`, acceptedBy }).where(eq(invites.id, id)),

  async person(userId: string) {
    const [row] = await db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    if (!row) throw new RowcastError('UNAUTHENTICATED');
    return row;
  },
});

export type HeldInvite = NonNullable<Awaited<ReturnType<ReturnType<typeof heldInvites>['find']>>>;
