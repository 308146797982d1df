import { type datasetRoutes, RowcastError, typeOfFile } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { refuseTooManyOpen } from '../../platform/queue/open-jobs.ts';
import type { Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { apiRepository } from '../apis/index.ts';
import { whileSeen } from './abandoned-uploads.ts';
import { nameOfFile } from './file-name.ts';
import { getDataset } from './get.ts';
import { ingestPayload, readingSeconds } from './ingest-payload.ts';
import { datasetRepository } from './repository.ts';

/** Row, file, then job: whatever ends this early leaves either nothing or a row that the reconciler fails. */
export async function uploadDataset(
  ctx: SessionContext,
  { body, file }: Pick<Input<typeof datasetRoutes.upload>, 'body' | 'file'>,
) {
  if (file.sizeBytes === 0)
    throw new RowcastError('FILE_EMPTY', { fields: [{ field: 'file', message: 'The file is empty.' }] });
  const { workspaceId } = ctx.actor;
  const id = newId('dataset');
  const apiId = body.apiId ?? null;
  const sourceKey = objectKeys.upload(id, file.sha256);
  await transact(ctx, async ({ db, publish }) => {
    if (apiId) await apiRepository(db, workspaceId).find(apiId);
    await datasetRepository(db, workspaceId).insert({
      id,
      workspaceId,
      apiId,
      name: body.name ?? nameOfFile(file.filename),
      description: body.description ?? '',
      type: body.type ?? typeOfFile(file.filename),
      filename: file.filename,
      status: 'uploading',
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      uploadedAt: ctx.clock.now(),
    });
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status: 'uploading' });
  });
  try {
    await whileSeen(ctx, id, ctx.storage.adopt(sourceKey, file.path, file.checksums));
    await transact(ctx, async ({ db, enqueue, publish, audit }) => {
      const row = await datasetRepository(db, workspaceId).endUpload(id);
      if (!row) throw new RowcastError('UPLOAD_ABORTED');
      const { name, filename, sizeBytes, sha256 } = row;
      const after = { name, filename, sizeBytes, sha256, apiId };
      audit({ action: 'dataset.uploaded', targetType: 'dataset', targetId: id, after });
      const payload = ingestPayload(ctx, { id, sourceKey, filename: file.filename });
      await refuseTooManyOpen(db, workspaceId, 'reads');
      await enqueue('ingest', { workspaceId, subjectId: id }, payload, readingSeconds(file.sizeBytes));
      publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status: 'processing' });
    });
  } catch (error) {
    await Promise.allSettled([
      ctx.storage.removePrefix(objectKeys.uploadFolder(id)),
      transact(ctx, async ({ db, publish }) => {
        await datasetRepository(db, workspaceId).remove(id);
        publish(workspaceId, { type: 'dataset.deleted', datasetId: id });
      }),
    ]);
    throw error;
  }
  return getDataset(ctx, { params: { id } });
}
