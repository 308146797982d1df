import { type datasetRoutes, withoutMisleading } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { checkPublicUrl } from '../../platform/network/public-address.ts';
import { refuseTooManyOpen } from '../../platform/queue/open-jobs.ts';
import type { Input } from '../../platform/route.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { beginningOf } from '../../platform/text/truncate.ts';
import { apiRepository } from '../apis/index.ts';
import { nameOfFile } from './file-name.ts';
import { getDataset } from './get.ts';
import { datasetRepository } from './repository.ts';

/** The address may hold a key, so it is sealed at rest, is in no job, and is forgotten once the file is there. */
export async function pullDataset(ctx: SessionContext, { body }: Input<typeof datasetRoutes.pull>) {
  await checkPublicUrl(body.source, 'source', ctx.config.PRIVATE_HOSTS);
  const { workspaceId } = ctx.actor;
  const id = newId('dataset');
  const apiId = body.apiId ?? null;
  const filename = nameOfUrl(body.source);
  await transact(ctx, async ({ db, enqueue, publish, audit }) => {
    if (apiId) await apiRepository(db, workspaceId).find(apiId);
    const name = body.name ?? nameOfFile(filename);
    await datasetRepository(db, workspaceId).insert({
      id,
      workspaceId,
      apiId,
      name,
      description: body.description ?? '',
      type: 'integration',
      filename,
      status: 'uploading',
      sizeBytes: 0,
      sealedSource: encrypt(body.source, ctx.config.ENCRYPTION_KEY),
      uploadedAt: ctx.clock.now(),
    });
    await refuseTooManyOpen(db, workspaceId, 'reads');
    await enqueue('pull', { workspaceId, subjectId: id }, { datasetId: id, requestId: ctx.requestId });
    audit({ action: 'dataset.pulled', targetType: 'dataset', targetId: id, after: { name, apiId } });
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status: 'uploading' });
  });
  return getDataset(ctx, { params: { id } });
}

/** The last part of the path; what comes behind it may be a key. */
function nameOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? hostname;
  try {
    return beginningOf(withoutMisleading(decodeURIComponent(last)), 255);
  } catch {
    return beginningOf(last, 255);
  }
}
