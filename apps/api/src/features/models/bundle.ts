import { type modelRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { modelRepository } from './repository.ts';

export async function downloadBundle(
  ctx: SessionContext,
  { params }: Input<typeof modelRoutes.bundle>,
): Promise<FileAnswer> {
  const model = await modelRepository(ctx.db, ctx.actor.workspaceId).published(params.id);
  if (!model.bundleHash) throw new RowcastError('MODEL_NOT_READY');
  const key = objectKeys.bundle(model.bundleHash);
  if (!(await ctx.storage.exists(key))) throw new RowcastError('BUNDLE_INVALID');
  return {
    mediaType: 'application/octet-stream',
    filename: `${model.api}-v${model.version}.rowcast`,
    content: await ctx.storage.read(key),
  };
}
