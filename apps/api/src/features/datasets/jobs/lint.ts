import { type LintReport, queues } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { JobHandler } from '../../../platform/job-handler.ts';
import type { UnitOfWork } from '../../../platform/unit-of-work.ts';
import { lintRepository } from '../lint.repository.ts';

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
};
