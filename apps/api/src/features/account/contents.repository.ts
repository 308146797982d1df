import { type Role, RowcastError } from '@rowcast/contracts';
import { eq, type inArray, type SQL, sql } from 'drizzle-orm';
import { memberships, sessions, users, workspaces } from '../../db/schema/accounts.ts';
import { apiKeys, apis, datasets, models } from '../../db/schema/catalogue.ts';
import { notifications } from '../../db/schema/evidence.ts';
import { apiUsage, jobs } from '../../db/schema/operations.ts';
import { archives } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

export interface OwnedWorkspace {
  id: string;
  slug: string;
  name: string;
  /** Besides the owner. */
  others: number;
}

const idsIn = (column: SQL | Parameters<typeof inArray>[0], ids: string[]) =>
  sql`${column} = any(${sql.param(ids)})`;

/** What belongs to a person: themselves, and the workspaces of which they are the only owner. */
export function accountContentsRepository(db: Executor) {
  const ownedBy = (userId: string) => sql`
    select w.id, w.slug, w.name,
      (select count(*)::int from ${memberships} o where o.workspace_id = w.id and o.user_id <> ${userId}) as others
    from ${workspaces} w
    join ${memberships} m on m.workspace_id = w.id and m.user_id = ${userId} and m.role = 'owner'
    where not exists (
      select 1 from ${memberships} o where o.workspace_id = w.id and o.user_id <> ${userId} and o.role = 'owner')
    order by w.created_at`;

  return {
    async ownWorkspaces(userId: string): Promise<OwnedWorkspace[]> {
      const { rows } = await db.execute<OwnedWorkspace & Record<string, unknown>>(ownedBy(userId));
      return rows;
    },

    /** Nobody joins, uploads or trains in them until the transaction ends. */
    async lock(userId: string): Promise<OwnedWorkspace[]> {
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
      if (!user) throw new RowcastError('UNAUTHENTICATED');
      // In the teams too, so that none is handed over to somebody who is leaving.
      await db.execute(sql`select w.id from ${workspaces} w
        join ${memberships} m on m.workspace_id = w.id and m.user_id = ${userId}
        order by w.id for no key update of w`);
      const { rows } = await db.execute<OwnedWorkspace & Record<string, unknown>>(
        sql`${ownedBy(userId)} for update of w`,
      );
      return rows;
    },

    /** Those that go on without them. */
    async teams(userId: string, ownIds: string[]) {
      const { rows } = await db.execute<{ id: string; role: Role }>(sql`
        select workspace_id as id, role from ${memberships}
        where user_id = ${userId} and not ${idsIn(memberships.workspaceId, ownIds)}`);
      return rows;
    },

    async counts(userId: string, workspaceIds: string[]) {
      const own = (table: typeof apis | typeof datasets | typeof models | typeof apiKeys | typeof jobs) =>
        sql`(select count(*)::int from ${table} where ${idsIn(table.workspaceId, workspaceIds)})`;
      const { rows } = await db.execute<Record<string, number>>(sql`select
        ${own(apis)} as apis, ${own(datasets)} as datasets, ${own(models)} as models, ${own(apiKeys)} as keys,
        (select coalesce(sum(calls), 0)::float8 from ${apiUsage}
          where ${idsIn(apiUsage.workspaceId, workspaceIds)}) as "loggedCalls",
        (select count(*)::int from ${jobs}
          where ${idsIn(jobs.workspaceId, workspaceIds)} and state = 'waiting') as "openJobs",
        (select count(*)::int from ${sessions}
          where user_id = ${userId} and revoked_at is null and expires_at > now()) as sessions,
        (select count(*)::int from ${notifications} where user_id = ${userId}) as notifications,
        (select count(*)::int from ${memberships}
          where user_id = ${userId} and not ${idsIn(memberships.workspaceId, workspaceIds)}) as memberships,
        (select coalesce(sum(size_bytes), 0) from ${datasets} where ${idsIn(datasets.workspaceId, workspaceIds)})::float8
          + (select coalesce(sum(bundle_bytes), 0) from ${models} where ${idsIn(models.workspaceId, workspaceIds)})::float8
          as "storedBytes"`);
      return rows[0] ?? {};
    },

    /** What has traces outside these tables: queue entries, files, caches. */
    async traces(userId: string, workspaceIds: string[]) {
      const of = async (query: SQL) => {
        const { rows } = await db.execute<{ id: string }>(query);
        return rows.map(({ id }) => id);
      };
      const own = (table: typeof apis | typeof datasets | typeof models | typeof apiKeys) =>
        of(sql`select id from ${table} where ${idsIn(table.workspaceId, workspaceIds)}`);
      return {
        apiIds: await own(apis),
        datasetIds: await own(datasets),
        modelIds: await own(models),
        keyIds: await own(apiKeys),
        avatarKeys: await of(
          sql`select avatar_key as id from ${users} where id = ${userId} and avatar_key is not null`,
        ),
        archiveIds: await of(sql`select id from ${archives} where user_id = ${userId}`),
      };
    },
  };
}
