import { and, eq, ne } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/accounts.ts';
import { formerSlugs } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;
export type NewWorkspace = Omit<WorkspaceRow, 'queueWeight'>;

export const workspaceRepository = (db: Executor) => ({
  /** False when the slug is or was somebody else's. */
  async claim(workspace: NewWorkspace, userId: string): Promise<boolean> {
    const { slug } = workspace;
    const inserted = await db
      .insert(workspaces)
      .values(workspace)
      .onConflictDoNothing({ target: workspaces.slug })
      .returning({ id: workspaces.id });
    if (inserted.length === 0) return false;
    // After the insertion, which waits for a concurrent release of this slug.
    const [former, named] = await Promise.all([
      db.select({ slug: formerSlugs.slug }).from(formerSlugs).where(eq(formerSlugs.slug, slug)),
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.username, slug), ne(users.id, userId))),
    ]);
    if (former.length === 0 && named.length === 0) return true;
    await db.delete(workspaces).where(eq(workspaces.id, workspace.id));
    return false;
  },

  addOwner: ({ id, createdAt }: NewWorkspace, userId: string) =>
    db.insert(memberships).values({ workspaceId: id, userId, role: 'owner', createdAt }),

  /** Keeps others from taking the person out of a workspace, or giving them one, until the transaction ends. */
  holdPerson: (userId: string) =>
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'),

  async hasAny(userId: string): Promise<boolean> {
    const rows = await db
      .select({ id: memberships.workspaceId })
      .from(memberships)
      .where(eq(memberships.userId, userId))
      .limit(1);
    return rows.length > 0;
  },

  /** The name, for words to people. Also keeps others from changing who is in it until the transaction ends. */
  async lock(id: string): Promise<WorkspaceRow> {
    const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id)).for('no key update');
    return orNotFound(row);
  },
});
