import type { MetricName, ModelSort, ScoreGap, SortOrder, Task } from '@rowcast/contracts';
import {
  and,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  ilike,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { StopMode } from '../../db/jobs.repository.ts';
import { apis, deployments, models } from '../../db/schema/catalogue.ts';
import { jobs } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { inOrder } from '../../platform/db/null-ordering.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type ModelRow = typeof models.$inferSelect;

const { report: _report, ...summary } = getTableColumns(models);

/** The published fields of a changed model. */
const changed = {
  id: models.id,
  apiId: models.apiId,
  name: models.name,
  version: models.version,
  status: models.status,
  score: models.score,
  error: models.error,
  startedBy: models.startedBy,
};
export type ChangedModel = Pick<ModelRow, keyof typeof changed>;

const live = exists(
  sql`(select 1 from ${deployments} d join ${apis} a on a.live_deployment_id = d.id where d.model_id = ${models.id})`,
);

const tried = exists(
  sql`(select 1 from ${deployments} d where d.model_id = ${models.id} and d.status = 'candidate')`,
);

const view = {
  model: summary,
  deployed: live as SQL<boolean>,
  task: sql<Task | null>`${models.report} ->> 'task'`,
  metric: sql<MetricName | null>`${models.report} ->> 'metric'`,
  scoreGap: sql<ScoreGap | null>`${models.report} #>> '{score,gap}'`,
  baselineScore: sql<number | null>`(${models.report} #>> '{baseline,value}')::float8`,
  scoredOn: sql<string | null>`${models.report} ->> 'scoredOn'`,
  stopMode: sql<StopMode | null>`(select j.stop_mode from ${jobs} j where j.id = ${models.jobId})`,
};

const maxPaces = 20;

interface ListFilter {
  apiId?: string | undefined;
  search?: string | undefined;
  status: ModelRow['status'] | 'all';
  sort: ModelSort;
  order: SortOrder;
  page: number;
  limit: number;
}

/** As people call a version, such as "v3 Income". */
const named = sql`'v' || ${models.version} || ' ' || ${models.name}`;

const sorts: Record<ModelSort, SQLWrapper> = {
  created: models.createdAt,
  version: models.version,
  score: models.score,
  status: models.status,
};

export function modelRepository(db: Executor, workspaceId: string) {
  const mine = eq(models.workspaceId, workspaceId);
  return {
    async list({ apiId, search, status, sort, order, page, limit }: ListFilter) {
      const where = and(
        mine,
        apiId ? eq(models.apiId, apiId) : undefined,
        search ? ilike(named, containing(search)) : undefined,
        status === 'all' ? undefined : eq(models.status, status),
      );
      const [rows, [counted]] = await Promise.all([
        db
          .select(view)
          .from(models)
          .where(where)
          .orderBy(inOrder(sorts[sort], order), desc(models.id))
          .limit(limit)
          .offset((page - 1) * limit),
        db.select({ total: count() }).from(models).where(where),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    async view(id: string) {
      const [row] = await db
        .select({ ...view, report: models.report })
        .from(models)
        .where(and(mine, eq(models.id, id)));
      return orNotFound(row);
    },

    /** What can be taken away of a model, and what its files are named after. */
    async published(id: string) {
      const [row] = await db
        .select({
          api: apis.name,
          version: models.version,
          bundleHash: models.bundleHash,
          report: models.report,
        })
        .from(models)
        .innerJoin(apis, eq(apis.id, models.apiId))
        .where(and(mine, eq(models.id, id)));
      return orNotFound(row);
    },

    /** Trainings without a job: their dataset version is still being read. */
    waitingFor: (datasetId: string): Promise<ModelRow[]> =>
      db
        .select()
        .from(models)
        .where(and(mine, eq(models.datasetId, datasetId), eq(models.status, 'queued'), isNull(models.jobId)))
        .for('update'),

    async lock(id: string): Promise<ModelRow> {
      const [row] = await db
        .select()
        .from(models)
        .where(and(mine, eq(models.id, id)))
        .for('update');
      return orNotFound(row);
    },

    /**
     * Takes the API's next version, which no model of it has had: who starts another at the same time waits. A process of
     * before this was counted may have taken some meanwhile.
     */
    async insert(row: Omit<typeof models.$inferInsert, 'version'>): Promise<void> {
      const [api] = await db
        .update(apis)
        .set({
          lastVersion: sql`greatest(${apis.lastVersion}, (select max(${models.version}) from ${models}
            where ${models.apiId} = ${apis.id})) + 1`,
        })
        .where(and(eq(apis.workspaceId, workspaceId), eq(apis.id, row.apiId)))
        .returning({ version: apis.lastVersion });
      await db.insert(models).values({ ...row, workspaceId, version: orNotFound(api).version });
    },

    async update(id: string, changes: Partial<ModelRow>): Promise<ChangedModel | null> {
      const [row] = await db
        .update(models)
        .set(changes)
        .where(and(mine, eq(models.id, id)))
        .returning(changed);
      return row ?? null;
    },

    async isLive(id: string): Promise<boolean> {
      const [row] = await db
        .select({ id: models.id })
        .from(models)
        .where(and(mine, eq(models.id, id), or(live, tried)));
      return row !== undefined;
    },

    /** Of the latest trainings, how long fits took against the reference machine. */
    async paces(): Promise<number[]> {
      const pace = sql<number>`(${models.report} #>> '{cost,pace}')::float8`;
      const rows = await db
        .select({ pace })
        .from(models)
        .where(and(mine, sql`${pace} is not null`))
        .orderBy(desc(models.createdAt))
        .limit(maxPaces);
      return rows.map((row) => row.pace);
    },

    remove: (id: string) => db.delete(models).where(and(mine, eq(models.id, id))),
  };
}

export type ModelView = Omit<Awaited<ReturnType<ReturnType<typeof modelRepository>['view']>>, 'report'>;

/** For the jobs process, which serves every workspace. */
export const modelSweep = {
  async usedBundles(db: Executor, hashes: string[]): Promise<Set<string>> {
    const rows = await db
      .selectDistinct({ hash: models.bundleHash })
      .from(models)
      .where(eq(models.bundleHash, sql`any(${sql.param(hashes)})`));
    return new Set(rows.flatMap(({ hash }) => hash ?? []));
  },

  async usedOnnx(db: Executor, hashes: string[]): Promise<Set<string>> {
    const sha256 = sql<string>`${models.config} #>> '{onnx,sha256}'`;
    const rows = await db
      .selectDistinct({ sha256 })
      .from(models)
      .where(sql`${sha256} = any(${sql.param(hashes)})`);
    return new Set(rows.map((row) => row.sha256));
  },
};

/** Stores the news of a training that runs; null when it has ended. `began` is true for the first. */
export async function recordProgress(db: Executor, jobId: string, progress: ModelRow['progress']) {
  const open = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.state, 'waiting')));
  const update = async (status: ModelRow['status']) => {
    const [row] = await db
      .update(models)
      .set({ progress, status: 'training' })
      .where(and(eq(models.jobId, jobId), eq(models.status, status), exists(open)))
      .returning({ id: models.id, apiId: models.apiId, workspaceId: models.workspaceId });
    return row && { ...row, began: status === 'queued' };
  };
  return (await update('training')) ?? (await update('queued')) ?? null;
}
