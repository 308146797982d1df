import type { Api } from '@rowcast/contracts';
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { memberships, workspaces } from '../../db/schema/accounts.ts';
import { apiKeys, apis, datasets, deployments, models } from '../../db/schema/catalogue.ts';
import { apiLatency, apiUsage } from '../../db/schema/operations.ts';
import { type Executor, prepareOnce } from '../../platform/db/database.ts';
import { containing, startingWith } from '../../platform/db/like-pattern.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type ApiRow = typeof apis.$inferSelect;

export interface ListFilter {
  search?: string | undefined;
  status: Api['status'] | 'all';
  type: Api['type'] | 'all';
  sort: 'recent' | 'name' | 'usage' | 'accuracy';
  /** When they were last changed. */
  from?: Date;
  to?: Date;
  page: number;
  limit: number;
}

/** The deployed model, else the newest; null in a left join when there is none. */
const shownModel = sql`coalesce(${deployments.modelId},
  (select m.id from ${models} m where m.api_id = ${apis.id} order by m.version desc limit 1))`;

/** Of the shown model, which is the deployed one where there is one. */
const deployedVersion = sql<
  number | null
>`case when ${deployments.modelId} is not null then ${models.version} end`;

const isTraining = sql<boolean>`exists (select 1 from ${models} m where m.api_id = ${apis.id} and m.status in ('queued', 'training'))`;

/** Deprecated is said by a person; the rest follows from what there is. */
export const apiStatus = sql<Api['status']>`case
  when ${apis.deprecated} then 'deprecated'
  when ${apis.liveDeploymentId} is not null then 'active'
  when ${isTraining} then 'training'
  else 'draft' end`;

/** One row an API, from the hourly sums. */
const usage = sql`lateral (
  select coalesce(sum(u.calls), 0)::float8 as calls, coalesce(sum(u.errors), 0)::float8 as errors,
    coalesce(sum(u.calls - u.errors) filter (where u.hour >= date_trunc('month', now(), 'UTC')), 0)::float8 as calls_this_month,
    coalesce(sum(u.calls) filter (where u.hour > now() - interval '30 days'), 0)::float8 as calls_last_30_days,
    coalesce(sum(u.calls) filter (where u.hour > now() - interval '24 hours'), 0)::float8 as calls_last_24_hours
  from ${apiUsage} u where u.api_id = ${apis.id}) usage`;

/** A percentile, read off a histogram with running sums `seen` of `total` at the middle of its bucket. */
export const percentile = (share: 0.5 | 0.95) =>
  sql`power(2, (min(bucket) filter (where seen >= ${sql.raw(String(share))} * total) + 0.5) / 8.0)::float8`;

/** Percentiles of the last 24 h. */
const latency = sql`lateral (
  select ${percentile(0.5)} as p50, ${percentile(0.95)} as p95
  from (
    select l.bucket, sum(sum(l.calls)) over (order by l.bucket) as seen, sum(sum(l.calls)) over () as total
    from ${apiLatency} l where l.api_id = ${apis.id} and l.hour > now() - interval '24 hours'
    group by l.bucket) histogram) latency`;

const usageColumns = {
  calls: sql<number>`usage.calls`,
  callsThisMonth: sql<number>`usage.calls_this_month`,
  callsLast30Days: sql<number>`usage.calls_last_30_days`,
  callsLast24Hours: sql<number>`usage.calls_last_24_hours`,
  errors: sql<number>`usage.errors`,
  latencyMs: sql<number | null>`latency.p50`,
  latencyP95Ms: sql<number | null>`latency.p95`,
};

/** What a list shows: each column of each row has its price. */
const {
  workspaceId: _workspace,
  deprecated: _deprecated,
  deprecatedAt: _deprecatedAt,
  liveDeploymentId: _live,
  lastVersion: _lastVersion,
  ...api
} = getTableColumns(apis);
/** A report may be long, and a list shows none of it but the metric's name. */
const { id, name, version, status, score, accuracy } = models;
const model = { id, name, version, status, score, accuracy };
const metric = sql<string | null>`${models.report} ->> 'metric'`;

/** What a regression is compared by beside accuracies: the share of the spread that it explains. */
const rSquared = sql`(jsonb_path_query_first(
  jsonb_build_array(${models.report} -> 'score') || coalesce(${models.report} -> 'otherScores', '[]'),
  '$[*] ? (@.metric == "r2").value') #>> '{}')::float8`;

/** Asked once, not for each row. */
const ofWorkspace = (workspaceId: string | Placeholder) => ({
  teamMembers: sql<number>`(select count(*)::int from ${memberships} ms where ms.workspace_id = ${workspaceId})`,
  plan: sql<string>`(select w.plan from ${workspaces} w where w.id = ${workspaceId})`,
});

const orders: Record<ListFilter['sort'], SQL[]> = {
  recent: [desc(apis.updatedAt), desc(apis.id)],
  name: [sql`lower(${apis.name})`, desc(apis.id)],
  usage: [sql`usage.calls desc`, desc(apis.id)],
  accuracy: [sql`coalesce(${models.accuracy}, ${rSquared}, 0) desc`, desc(apis.id)],
};

const viewOf = (db: Executor, workspaceId: string | Placeholder) =>
  db
    .select({
      api,
      model,
      metric,
      deployedVersion,
      status: apiStatus,
      ...ofWorkspace(workspaceId),
      ...usageColumns,
    })
    .from(apis)
    .leftJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
    .leftJoin(models, eq(models.id, shownModel))
    .leftJoin(usage, sql`true`)
    .leftJoin(latency, sql`true`);

const { placeholder } = sql;

/** The page of a list and the size of the whole. Filters of the same form make the same two queries. */
function listQueries(db: Executor, { sort, search, status, type, from, to }: ListFilter) {
  const form = [sort, Boolean(search), status !== 'all', type !== 'all', Boolean(from), Boolean(to)].join(
    '_',
  );
  return prepareOnce(db, `list_apis_${form}`, (name) => {
    const where = and(
      eq(apis.workspaceId, placeholder('workspaceId')),
      search
        ? or(ilike(apis.name, placeholder('pattern')), ilike(apis.description, placeholder('pattern')))
        : undefined,
      status === 'all' ? undefined : eq(apiStatus, placeholder('status')),
      type === 'all' ? undefined : eq(apis.type, placeholder('type')),
      from && gte(apis.updatedAt, placeholder('from')),
      to && lte(apis.updatedAt, placeholder('to')),
    );
    return {
      page: viewOf(db, placeholder('workspaceId'))
        .where(where)
        .orderBy(...orders[sort])
        .limit(placeholder('limit'))
        .offset(placeholder('before'))
        .prepare(name),
      size: db.select({ total: count() }).from(apis).where(where).prepare(`${name}_size`),
    };
  });
}

export function apiRepository(db: Executor, workspaceId: string) {
  const mine = eq(apis.workspaceId, workspaceId);
  const idsIn = async (table: typeof datasets | typeof models | typeof apiKeys, ofApi: SQL) => {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.workspaceId, workspaceId), ofApi));
    return rows.map((row) => row.id);
  };
  return {
    async list(filter: ListFilter) {
      const before = (filter.page - 1) * filter.limit;
      const pattern = containing(filter.search ?? '');
      const values = { ...filter, workspaceId, pattern, before };
      const { page, size } = listQueries(db, filter);
      const rows = await page.execute(values);
      // Who sees the last page has counted them.
      if (rows.length < filter.limit && (rows.length > 0 || before === 0))
        return { rows, total: before + rows.length };
      const [counted] = await size.execute(values);
      return { rows, total: counted?.total ?? 0 };
    },

    async view(id: string) {
      const [row] = await viewOf(db, workspaceId).where(and(mine, eq(apis.id, id)));
      return orNotFound(row);
    },

    async find(id: string): Promise<ApiRow> {
      const [row] = await db
        .select()
        .from(apis)
        .where(and(mine, eq(apis.id, id)));
      return orNotFound(row);
    },

    /** What its deployed model chooses between; null without one. */
    async deployedChoice(id: string) {
      const [row] = await db
        .select({ report: models.report })
        .from(apis)
        .innerJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
        .innerJoin(models, eq(models.id, deployments.modelId))
        .where(and(mine, eq(apis.id, id)));
      return row?.report ?? null;
    },

    /** Also keeps others from changing it until the transaction ends. */
    async lock(id: string): Promise<ApiRow> {
      const [row] = await db
        .select()
        .from(apis)
        .where(and(mine, eq(apis.id, id)))
        .for('update');
      return orNotFound(row);
    },

    insert: (row: typeof apis.$inferInsert) => db.insert(apis).values({ ...row, workspaceId }),

    update: (id: string, changes: Partial<typeof apis.$inferInsert>) =>
      db
        .update(apis)
        .set(changes)
        .where(and(mine, eq(apis.id, id))),

    async workspaceSlug(): Promise<string> {
      const [row] = await db
        .select({ slug: workspaces.slug })
        .from(workspaces)
        .where(eq(workspaces.id, workspaceId));
      return orNotFound(row).slug;
    },

    /** The names that equal this one, or this one with a number behind. */
    async namesLike(name: string): Promise<string[]> {
      const found = await db
        .select({ name: apis.name })
        .from(apis)
        .where(and(mine, ilike(apis.name, startingWith(name))));
      return found.map((row) => row.name);
    },

    /** APIs of this name, or with a model of this name. At most two are looked for. */
    async idsByName(name: string): Promise<string[]> {
      const found = await db
        .selectDistinct({ id: apis.id })
        .from(apis)
        .leftJoin(models, eq(models.apiId, apis.id))
        .where(and(mine, or(eq(apis.name, name), eq(models.name, name))))
        .limit(2);
      return found.map((row) => row.id);
    },

    datasetIds: (id: string) => idsIn(datasets, eq(datasets.apiId, id)),
    modelIds: (id: string) => idsIn(models, eq(models.apiId, id)),
    keyIds: (id: string) => idsIn(apiKeys, eq(apiKeys.apiId, id)),

    remove: (id: string) => db.delete(apis).where(and(mine, eq(apis.id, id))),
  };
}

export type ApiView = Awaited<ReturnType<ReturnType<typeof apiRepository>['view']>>;
