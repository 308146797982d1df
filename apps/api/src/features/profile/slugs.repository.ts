import { and, eq, ne, sql } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/accounts.ts';
import { formerSlugs } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

/** The workspace that goes by its owner's username. */
const personal = (userId: string) => sql`(
  select w.id from ${workspaces} w
  join ${users} u on u.id = ${userId} and u.username = w.slug
  join ${memberships} m on m.workspace_id = w.id and m.user_id = u.id and m.role = 'owner')`;

export const slugRepository = (db: Executor) => ({
  /** Neither in use nor the former address of anybody else's workspace. */
  async isFree(slug: string, userId: string): Promise<boolean> {
    const { rows } = await db.execute<{ taken: boolean }>(sql`select
      exists (select 1 from ${workspaces} where slug = ${slug})
      or exists (select 1 from ${users} where username = ${slug})
      or exists (select 1 from ${formerSlugs}
        where slug = ${slug} and workspace_id is distinct from ${personal(userId)}) as taken`);
    return !rows[0]?.taken;
  },

  async move({ userId, from, to, at }: { userId: string; from: string; to: string; at: Date }) {
    const [workspace] = await db
      .update(workspaces)
      .set({ slug: to })
      .where(and(eq(workspaces.id, personal(userId)), ne(workspaces.slug, to)))
      .returning({ id: workspaces.id });
    if (workspace) {
      await db.delete(formerSlugs).where(eq(formerSlugs.slug, to));
      await db.insert(formerSlugs).values({ slug: from, workspaceId: workspace.id, changedAt: at });
    }
    await db.update(users).set({ username: to }).where(eq(users.id, userId));
  },
});
