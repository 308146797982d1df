import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCatalogue, type Failure, type PullResult, queues, RowcastError } from '@rowcast/contracts';
import { newId } from '../../../platform/ids.ts';
import type { JobHandler } from '../../../platform/job-handler.ts';
import { objectKeys } from '../../../platform/object-keys.ts';
import { fetchPublic } from '../../../platform/public-fetch.ts';
import { decrypt } from '../../../platform/secrets.ts';
import type { Services } from '../../../platform/services.ts';
import { ingestPayload } from '../ingest-payload.ts';
import { datasetRepository, findSource } from '../repository.ts';

const longestMs = 15 * 60_000;
const failure = (code: 'PULL_FAILED' | 'FILE_TOO_LARGE' | 'FILE_EMPTY', message?: string): Failure => ({
  code,
  message: message ?? errorCatalogue[code].message,
});

/** Written to disk and hashed in one pass, and broken off where it becomes too large. */
async function store(
  services: Services,
  datasetId: string,
  body: AsyncIterable<Buffer>,
): Promise<PullResult> {
  const { config, storage } = services;
  const file = path.join(storage.stagingFolder, newId('request'));
  const most = config.MAX_UPLOAD_MB * 1024 * 1024;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = async function* () {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > most) throw new RowcastError('FILE_TOO_LARGE');
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(counted, createWriteStream(file, { mode: 0o600 }));
    if (sizeBytes === 0) return { outcome: 'error', error: failure('FILE_EMPTY') };
    const sha256 = hash.digest('hex');
    await storage.adopt(objectKeys.upload(datasetId, sha256), file);
    return { outcome: 'ready', sizeBytes, sha256 };
  } finally {
    await rm(file, { force: true });
  }
}

/** What another try can't mend is an answer; all else is thrown, and tried again. */
async function pull(services: Services, datasetId: string): Promise<PullResult> {
  const { db, config, storage } = services;
  const sealed = await findSource(db, datasetId);
  if (!sealed) return { outcome: 'error', error: failure('PULL_FAILED') };
  // What an attempt left that was killed: by now the address may give another file, or none.
  await storage.removePrefix(objectKeys.uploadFolder(datasetId));
  const signal = AbortSignal.timeout(longestMs);
  try {
    const options = { privateHosts: config.PRIVATE_HOSTS, signal };
    const { status, body } = await fetchPublic(decrypt(sealed, config.ENCRYPTION_KEY), options);
    if (status === 200) return await store(services, datasetId, body);
    await body.dump();
    if (status >= 500) throw new Error(`the address answered ${status}`);
    const said = `The address answered ${status}. Check that it can be opened without signing in.`;
    return { outcome: 'error', error: failure('PULL_FAILED', said) };
  } catch (error) {
    if (!(error instanceof RowcastError)) throw error;
    return { outcome: 'error', error: { code: error.code, message: error.message } };
  }
}

export const pullJob: JobHandler = {
  queue: 'pull',
  run: (services, payload) => pull(services, queues.pull.payload.parse(payload).datasetId),

  async succeeded(services, { db, enqueue, publish }, job, returned) {
    const result = queues.pull.result.parse(returned);
    const { requestId } = queues.pull.payload.parse(job.payload);
    const workspaceId = job.workspaceId ?? '';
    const id = job.subjectId;
    const row = await datasetRepository(db, workspaceId).update(
      id,
      result.outcome === 'ready'
        ? { status: 'processing', sealedSource: null, sizeBytes: result.sizeBytes, sha256: result.sha256 }
        : { status: 'error', sealedSource: null, error: result.error },
    );
    if (!row) return;
    if (result.outcome === 'ready') {
      const reading = { id, sourceKey: objectKeys.upload(id, result.sha256), filename: row.filename };
      const payload = ingestPayload({ config: services.config, requestId }, reading);
      await enqueue('ingest', { workspaceId, subjectId: id }, payload);
    }
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId: row.apiId, status: row.status });
  },

  async failed(_services, { db, publish }, job) {
    const workspaceId = job.workspaceId ?? '';
    const changes = { status: 'error', sealedSource: null, error: failure('PULL_FAILED') } as const;
    const row = await datasetRepository(db, workspaceId).update(job.subjectId, changes);
    if (row)
      publish(workspaceId, { type: 'dataset.changed', datasetId: row.id, apiId: row.apiId, status: 'error' });
  },
};
