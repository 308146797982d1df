import { type LintReport, lintProgress, queues } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import { lintRepository, recordLintBegun } from '../lint/lint.repository.ts';

async function apply({ db, publish }: UnitOfWork, job: JobRow, report: LintReport | null) {
  const { datasetId, target } = queues.lint.payload.parse(job.payload);
  await lintRepository(db).finish(datasetId, target, report);
  publish(job.workspaceId ?? '', { type: 'dataset.linted', datasetId });
}

export const lintJob: JobHandler = {
  queue: 'lint',
  succeeded(_services, unit, job, returned) {
    const result = queues.lint.result.parse(returned);
    return apply(unit, job, result.outcome === 'ready' ? result.report : null);
  },
  failed: (_services, unit, job) => apply(unit, job, null),
  async progressed({ db, events }, jobId, news) {
    const report = lintProgress.safeParse(news).data;
    const begun = report && (await recordLintBegun(db, jobId, report));
    if (!begun) return;
    const { datasetId, workspaceId } = begun;
    await events.publish(workspaceId ?? '', { type: 'dataset.linted', datasetId });
  },
};
