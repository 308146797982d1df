import { type modelRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import { modelRepository } from './repository.ts';

export async function downloadReport(
  ctx: SessionContext,
  { params }: Input<typeof modelRoutes.report>,
): Promise<FileAnswer> {
  const model = await modelRepository(ctx.db, ctx.actor.workspaceId).published(params.id);
  if (!model.report) throw new RowcastError('MODEL_NOT_READY');
  return {
    mediaType: 'application/json',
    filename: `${model.api}-v${model.version}-report.json`,
    content: Buffer.from(`${JSON.stringify(model.report, null, 2)}\n`),
  };
}
