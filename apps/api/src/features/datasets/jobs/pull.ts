import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCatalogue, type Failure, type PullResult, queues, RowcastError } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { newId } from '../../../platform/ids.ts';
import { fetchPublic } from '../../../platform/network/public-fetch.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import { decrypt } from '../../../platform/security/encryption.ts';
import type { Services } from '../../../platform/services.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { writeHashed } from '../../../platform/storage/write-hashed.ts';
import { repeat } from '../../../platform/time/repeat.ts';
import { ingestPayload } from '../ingest-payload.ts';
import { type DatasetRow, datasetRepository, findSource } from '../repository.ts';

const longestMs = 15 * 60_000;
/** How soon a fetch ends after its dataset is gone. */
const lookMs = 2_000;
const tookTooLong =
  'The download did not finish within 15 minutes. Use a faster URL, or download the file and upload it.';

const failure = (code: 'PULL_FAILED' | 'FILE_EMPTY', message?: string): Failure => ({
  code,
  message: message ?? errorCatalogue[code].message,
});
const refused = (error: Failure): PullResult => ({ outcome: 'error', error });

async function store(
  { config, storage }: Services,
  datasetId: string,
  body: AsyncIterable<Buffer>,
): Promise<PullResult> {
  const file = path.join(storage.stagingFolder, newId('request'));
  try {
    const { sizeBytes, sha256 } = await writeHashed(body, file, config.MAX_UPLOAD_MB * 1024 * 1024);
    if (sizeBytes === 0) return refused(failure('FILE_EMPTY'));
    await storage.adopt(objectKeys.upload(datasetId, sha256), file);
    return { outcome: 'ready', sizeBytes, sha256 };
  } finally {
    await rm(file, { force: true });
  }
}

async function fetchTable(
  services: Services,
  datasetId: string,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<PullResult> {
  const { status, body } = await fetchPublic(url, { privateHosts: services.config.PRIVATE_HOSTS, signal });
  if (status === 200) return store(services, datasetId, body);
  await body.dump();
  if (status >= 500) throw new Error(`the address answered ${status}`);
  const said = `The URL returned status ${status}. Check that it opens without signing in.`;
  return refused(failure('PULL_FAILED', said));
}

/** Permanent failures are returned; all others are thrown and retried. */
async function pull(services: Services, datasetId: string, ending: AbortSignal): Promise<PullResult> {
  const { db, config, storage, log } = services;
  const sealed = await findSource(db, datasetId);
  if (!sealed) return refused(failure('PULL_FAILED'));
  // What an attempt left that was killed: by now the address may give another file, or none.
  await storage.removePrefix(objectKeys.uploadFolder(datasetId));
  const limit = AbortSignal.timeout(longestMs);
  const gone = new AbortController();
  const stopLooking = repeat({ every: lookMs, log, what: 'looking after a fetch' }, async () => {
    if (!(await findSource(db, datasetId))) gone.abort();
  });
  try {
    const signal = AbortSignal.any([limit, gone.signal, ending]);
    return await fetchTable(services, datasetId, { url: decrypt(sealed, config.ENCRYPTION_KEY), signal });
  } catch (error) {
    if (error instanceof RowcastError) return refused({ code: error.code, message: error.message });
    if (limit.aborted) return refused(failure('PULL_FAILED', tookTooLong));
    if (gone.signal.aborted) return refused(failure('PULL_FAILED'));
    throw error;
  } finally {
    await stopLooking();
  }
}

/** What came of it; the address is forgotten. */
async function record(
  { db, publish }: UnitOfWork,
  { subjectId: id, workspaceId: workspace }: JobRow,
  changes: Partial<DatasetRow>,
) {
  const workspaceId = workspace ?? '';
  const row = await datasetRepository(db, workspaceId).update(id, { ...changes, sealedSource: null });
  if (row)
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId: row.apiId, status: row.status });
  return row;
}

const fail = (unit: UnitOfWork, job: JobRow, error: Failure) => record(unit, job, { status: 'error', error });

export const pullJob: JobHandler = {
  queue: 'pull',
  run: (services, payload, ending) => pull(services, queues.pull.payload.parse(payload).datasetId, ending),

  async succeeded({ config }, unit, job, returned) {
    const result = queues.pull.result.parse(returned);
    if (result.outcome === 'error') return void (await fail(unit, job, result.error));
    const { sizeBytes, sha256 } = result;
    const row = await record(unit, job, { status: 'processing', sizeBytes, sha256 });
    if (!row) return;
    const { requestId } = queues.pull.payload.parse(job.payload);
    const reading = { id: row.id, sourceKey: objectKeys.upload(row.id, sha256), filename: row.filename };
    const payload = ingestPayload({ config, requestId }, reading);
    await unit.enqueue('ingest', { workspaceId: row.workspaceId, subjectId: row.id }, payload);
  },

  async failed(_services, unit, job) {
    await fail(unit, job, failure('PULL_FAILED'));
  },
};
