import { type DatasetSort, type Failure, openModelStatuses, type SortOrder } from '@rowcast/contracts';
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  lt,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { apis, datasets, deployments, models } from '../../db/schema/catalogue.ts';
import { jobs } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { inOrder } from '../../platform/db/null-ordering.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type DatasetRow = typeof datasets.$inferSelect;
export type DatasetSummary = Omit<DatasetRow, 'profile' | 'preview' | 'sealedSource' | 'uploadSeenAt'>;
export type ProfiledDataset = DatasetSummary & Pick<DatasetRow, 'profile'>;

interface ListFilter {
  apiId?: string | undefined;
  search?: string | undefined;
  status: DatasetRow['status'] | 'all';
  sort: DatasetSort;
  order: SortOrder;
  page: number;
  limit: number;
}

/** The first rows, which only who looks at them needs, and an address that only the jobs process does. */
const {
  preview: _preview,
  sealedSource: _source,
  uploadSeenAt: _seen,
  ...profiled
} = getTableColumns(datasets);
const { profile: _profile, ...summary } = profiled;

const maxVersions = 200;

const sorts: Record<DatasetSort, SQLWrapper> = {
  uploaded: datasets.uploadedAt,
  name: sql`lower(${datasets.name})`,
  status: datasets.status,
  rows: datasets.rows,
  columns: datasets.columns,
  size: datasets.sizeBytes,
};

const isDeployed = sql<boolean>`coalesce(${deployments.modelId} = ${models.id}, false)`;
const total = sql<number>`(count(*) over ())::int`;
const deployedTotal = sql<number>`(count(*) filter (where ${isDeployed}) over ())::int`;

/** Columns of a model that are shown with its dataset. */
const learned = {
  id: models.id,
  name: models.name,
  version: models.version,
  status: models.status,
  deployed: isDeployed,
  apiId: models.apiId,
  apiName: apis.name,
};

export function datasetRepository(db: Executor, workspaceId: string) {
  const mine = eq(datasets.workspaceId, workspaceId);
  return {
    async list({ apiId, search, status, sort, order, page, limit }: ListFilter) {
      const where = and(
        mine,
        apiId ? eq(datasets.apiId, apiId) : undefined,
        search ? ilike(datasets.name, containing(search)) : undefined,
        status === 'all' ? undefined : eq(datasets.status, status),
      );
      const [rows, [counted]] = await Promise.all([
        db
          .select(summary)
          .from(datasets)
          .where(where)
          .orderBy(inOrder(sorts[sort], order), desc(datasets.id))
          .limit(limit)
          .offset((page - 1) * limit),
        db.select({ total: count() }).from(datasets).where(where),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    async find(id: string): Promise<ProfiledDataset> {
      const [row] = await db
        .select(profiled)
        .from(datasets)
        .where(and(mine, eq(datasets.id, id)));
      return orNotFound(row);
    },

    /** Also keeps it from being deleted, or used by a new training, until the transaction ends. */
    async lock(id: string): Promise<ProfiledDataset> {
      const [row] = await db
        .select(profiled)
        .from(datasets)
        .where(and(mine, eq(datasets.id, id)))
        .for('update');
      return orNotFound(row);
    },

    /** Null before it has been read. */
    async preview(id: string): Promise<DatasetRow['preview']> {
      const [row] = await db
        .select({ preview: datasets.preview })
        .from(datasets)
        .where(and(mine, eq(datasets.id, id)));
      return orNotFound(row).preview;
    },

    insert: (row: typeof datasets.$inferInsert) => db.insert(datasets).values({ ...row, workspaceId }),

    /** The upload and the newest of what was made of it, newest first. */
    versions: (originalId: string): Promise<DatasetSummary[]> =>
      db
        .select(summary)
        .from(datasets)
        .where(and(mine, or(eq(datasets.id, originalId), eq(datasets.originalId, originalId))))
        .orderBy(desc(eq(datasets.id, originalId)), desc(datasets.version))
        .limit(maxVersions + 1)
        .then((rows) => rows.toSorted((a, b) => b.version - a.version)),

    /** The newest version of an upload that was, or is being, made with exactly these steps. */
    async withRecipe(originalId: string, steps: DatasetRow['recipe']): Promise<string | null> {
      const [row] = await db
        .select({ id: datasets.id })
        .from(datasets)
        .where(
          and(
            mine,
            eq(datasets.originalId, originalId),
            inArray(datasets.status, ['ready', 'processing']),
            sql`${datasets.recipe} = ${JSON.stringify(steps)}::jsonb`,
          ),
        )
        .orderBy(desc(datasets.version))
        .limit(1);
      return row?.id ?? null;
    },

    /** One that no version of it has had, none that was deleted, and none of a process that did not count them. */
    async nextVersion(originalId: string): Promise<number> {
      const [row] = await db
        .update(datasets)
        .set({
          lastVersion: sql`greatest(${datasets.lastVersion}, (select max(made.version) from ${datasets} made
            where made.original_id = ${datasets.id})) + 1`,
        })
        .where(and(mine, eq(datasets.id, originalId)))
        .returning({ version: datasets.lastVersion });
      return orNotFound(row).version;
    },

    async update(id: string, changes: Partial<DatasetRow>): Promise<DatasetSummary | null> {
      const [row] = await db
        .update(datasets)
        .set(changes)
        .where(and(mine, eq(datasets.id, id)))
        .returning(summary);
      return row ?? null;
    },

    /** Null if the upload was given up meanwhile. */
    async endUpload(id: string): Promise<DatasetSummary | null> {
      const [row] = await db
        .update(datasets)
        .set({ status: 'processing', uploadSeenAt: null })
        .where(and(mine, eq(datasets.id, id), eq(datasets.status, 'uploading')))
        .returning(summary);
      return row ?? null;
    },

    /** Those that learned from it, deployed ones first, with how many there are in all. */
    async modelsOf(id: string, limit: number) {
      const rows = await db
        .select({ ...learned, total: total.as('total'), deployedTotal: deployedTotal.as('deployed_total') })
        .from(models)
        .innerJoin(apis, eq(apis.id, models.apiId))
        .leftJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
        .where(
          and(
            eq(models.workspaceId, workspaceId),
            eq(models.datasetId, id),
            inArray(models.status, ['ready', ...openModelStatuses]),
          ),
        )
        .orderBy(desc(isDeployed), desc(models.createdAt))
        .limit(limit);
      const [first] = rows;
      const data = rows.map(({ total: _total, deployedTotal: _deployed, ...model }) => model);
      return { data, total: first?.total ?? 0, deployed: first?.deployedTotal ?? 0 };
    },

    remove: (id: string) => db.delete(datasets).where(and(mine, eq(datasets.id, id))),
  };
}

/** For the jobs process, which serves every workspace. */
export const datasetSweep = {
  async existing(db: Executor, ids: string[]): Promise<Set<string>> {
    const rows = await db
      .select({ id: datasets.id })
      .from(datasets)
      .where(eq(datasets.id, sql`any(${sql.param(ids)})`));
    return new Set(rows.map((row) => row.id));
  },
  /** Fails uploads whose process ended between the row and the file. What is still to be fetched waits for its job. */
  failAbandoned: (db: Executor, seenBefore: Date, error: Failure) =>
    db
      .update(datasets)
      .set({ status: 'error', error, uploadSeenAt: null })
      .where(
        and(
          eq(datasets.status, 'uploading'),
          isNull(datasets.sealedSource),
          lt(sql`coalesce(${datasets.uploadSeenAt}, ${datasets.uploadedAt})`, seenBefore),
        ),
      )
      .returning({ id: datasets.id, workspaceId: datasets.workspaceId, apiId: datasets.apiId }),
};

/** The dataset that an open job reads. */
export async function findIngest(db: Executor, jobId: string) {
  const [row] = await db
    .select({ id: datasets.id, workspaceId: datasets.workspaceId })
    .from(jobs)
    .innerJoin(datasets, eq(datasets.id, jobs.subjectId))
    .where(and(eq(jobs.id, jobId), eq(jobs.state, 'waiting')));
  return row ?? null;
}

/** For the jobs process: the sealed address of a dataset that is still to be fetched. */
export async function findSource(db: Executor, id: string): Promise<string | null> {
  const [row] = await db
    .select({ sealedSource: datasets.sealedSource })
    .from(datasets)
    .where(eq(datasets.id, id));
  return row?.sealedSource ?? null;
}
