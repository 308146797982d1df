import { errorCatalogue, type Failure, type IngestResult, ingestProgress, queues } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import { type DatasetRow, datasetRepository, findIngest } from '../repository.ts';

const changesOf = (result: IngestResult, readyAt: Date): Partial<DatasetRow> =>
  result.outcome === 'ready'
    ? {
        status: 'ready',
        rows: result.profile.rows,
        columns: result.profile.columns.length,
        profile: result.profile,
        preview: result.preview,
        error: null,
        readyAt,
      }
    : { status: 'error', error: result.error };

async function apply({ db, publish }: UnitOfWork, job: JobRow, changes: Partial<DatasetRow>) {
  const workspaceId = job.workspaceId ?? '';
  const row = await datasetRepository(db, workspaceId).update(job.subjectId, changes);
  if (row)
    publish(workspaceId, {
      type: 'dataset.changed',
      datasetId: row.id,
      apiId: row.apiId,
      status: row.status,
    });
}

export const ingestJob: JobHandler = {
  queue: 'ingest',
  succeeded: ({ clock }, unit, job, result) =>
    apply(unit, job, changesOf(queues.ingest.result.parse(result), clock.now())),
  failed: (_services, unit, job) => {
    const error: Failure = { code: 'INGEST_FAILED', message: errorCatalogue.INGEST_FAILED.message };
    return apply(unit, job, { status: 'error', error });
  },
  async progressed({ db, events }, jobId, progress) {
    const news = ingestProgress.safeParse(progress);
    const dataset = news.success ? await findIngest(db, jobId) : null;
    if (!news.success || !dataset) return;
    await events.publish(dataset.workspaceId, {
      type: 'dataset.progress',
      datasetId: dataset.id,
      ...news.data,
    });
  },
};
