import { type datasetRoutes, RowcastError, type TableLint } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import { refuseTooManyOpen } from '../../../platform/queue/open-jobs.ts';
import type { Input } from '../../../platform/route.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { datasetRepository } from '../repository.ts';
import { noColumn } from '../versions/unknown-column.ts';
import { lintRepository } from './lint.repository.ts';

/** After this long a failure is worth another try that nobody asked for. */
const retryMs = 60_000;

/** Answers with what is known, and has the worker find out what is not: its end is a live event. */
export async function lintDataset(
  ctx: SessionContext,
  { params: { id }, query }: Pick<Input<typeof datasetRoutes.lint>, 'params' | 'query'>,
): Promise<TableLint> {
  const { workspaceId } = ctx.actor;
  const { status, profile } = await datasetRepository(ctx.db, workspaceId).find(id);
  if (status !== 'ready' || !profile) throw new RowcastError('DATASET_NOT_READY');
  const target = query.target ?? null;
  if (target && !profile.columns.some(({ name }) => name === target))
    throw RowcastError.at('TARGET_NOT_FOUND', 'target', noColumn(target, profile));
  return transact(ctx, async ({ db, enqueue }) => {
    const lints = lintRepository(db);
    const now = ctx.clock.now();
    const retryBefore = new Date(query.again ? now : now.getTime() - retryMs);
    const claimed = await lints.claim(id, target, now, retryBefore);
    if (!claimed) {
      const found = await lints.find(id, target);
      return { status: found?.status ?? 'running', report: found?.report ?? null };
    }
    await refuseTooManyOpen(db, workspaceId, 'lookThroughs');
    const payload = {
      datasetId: id,
      tableKey: objectKeys.table(id),
      profileKey: objectKeys.profile(id),
      target,
      requestId: ctx.requestId,
    };
    await enqueue('lint', { workspaceId, subjectId: id }, payload);
    return { status: 'running', report: claimed.report };
  });
}
