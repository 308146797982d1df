import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCatalogue, type Failure, type PullResult, queues, RowcastError } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { newId } from '../../../platform/ids.ts';
import { fetchPublic } from '../../../platform/network/public-fetch.ts';
import { atLeast } from '../../../platform/network/transfer-rate.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import { decrypt } from '../../../platform/security/encryption.ts';
import type { Services } from '../../../platform/services.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { writeHashed } from '../../../platform/storage/write-hashed.ts';
import { repeat } from '../../../platform/time/repeat.ts';
import { ingestPayload, readingSeconds } from '../ingest-payload.ts';
import { type DatasetRow, datasetRepository, findSource } from '../repository.ts';

const longestMs = 15 * 60_000;
/** How soon a fetch ends after its dataset is gone. */
const lookMs = 2_000;
const tookTooLong =
  'The download did not finish within 15 minutes. Use a faster URL, or download the file and upload it.';

interface Patience {
  /** Until the response begins, redirects included. */
  responseMs: number;
  ratePeriodMs: number;
}
const usual: Patience = { responseMs: 30_000, ratePeriodMs: 15_000 };

const failure = (code: 'PULL_FAILED' | 'PULL_TOO_SLOW' | 'FILE_EMPTY', message?: string): Failure => ({
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
    const written = await writeHashed(body, file, config.MAX_UPLOAD_MB * 1024 * 1024);
    const { sizeBytes, sha256, checksums } = written;
    if (sizeBytes === 0) return refused(failure('FILE_EMPTY'));
    await storage.adopt(objectKeys.upload(datasetId, sha256), file, checksums);
    return { outcome: 'ready', sizeBytes, sha256 };
  } finally {
    await rm(file, { force: true });
  }
}

interface Fetch {
  url: string;
  signal: AbortSignal;
  /** Aborted when the server is too slow; part of `signal`. */
  slow: AbortController;
  patience: Patience;
}

async function fetchTable(
  services: Services,
  datasetId: string,
  { url, signal, slow, patience }: Fetch,
): Promise<PullResult> {
  const { PRIVATE_HOSTS: privateHosts, URL_IMPORT_MIN_KB_PER_SECOND: minKb } = services.config;
  const abort = () => slow.abort();
  const noResponse = setTimeout(abort, patience.responseMs);
  const { status, body } = await fetchPublic(url, { privateHosts, signal }).finally(() =>
    clearTimeout(noResponse),
  );
  const rate = { bytesPerSecond: minKb * 1_000, periodMs: patience.ratePeriodMs };
  if (status === 200) return store(services, datasetId, atLeast(body, rate, abort));
  await body.dump();
  if (status >= 500) throw new Error(`the address answered ${status}`);
  const said = `The URL returned status ${status}. Check that it opens without signing in.`;
  return refused(failure('PULL_FAILED', said));
}

/** Permanent failures are returned; all others are thrown and retried. */
async function pull(
  services: Services,
  { datasetId, ending, patience }: { datasetId: string; ending: AbortSignal; patience: Patience },
): Promise<PullResult> {
  const { db, config, storage, log } = services;
  const sealed = await findSource(db, datasetId);
  if (!sealed) return refused(failure('PULL_FAILED'));
  // What an attempt left that was killed: by now the address may give another file, or none.
  await storage.removePrefix(objectKeys.uploadFolder(datasetId));
  const limit = AbortSignal.timeout(longestMs);
  const [gone, slow] = [new AbortController(), new AbortController()];
  const stopLooking = repeat({ every: lookMs, log, what: 'looking after a fetch' }, async () => {
    if (!(await findSource(db, datasetId))) gone.abort();
  });
  try {
    const signal = AbortSignal.any([limit, gone.signal, slow.signal, ending]);
    const url = decrypt(sealed, config.ENCRYPTION_KEY);
    return await fetchTable(services, datasetId, { url, signal, slow, patience });
  } catch (error) {
    if (error instanceof RowcastError) return refused({ code: error.code, message: error.message });
    if (limit.aborted) return refused(failure('PULL_FAILED', tookTooLong));
    if (slow.signal.aborted) return refused(failure('PULL_TOO_SLOW'));
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

export const createPullJob = (patience = usual): JobHandler => ({
  queue: 'pull',
  run(services, payload, ending) {
    const { datasetId } = queues.pull.payload.parse(payload);
    return pull(services, { datasetId, ending, patience });
  },

  async succeeded({ config }, unit, job, returned) {
    const result = queues.pull.result.parse(returned);
    if (result.outcome === 'error') return void (await fail(unit, job, result.error));
    const { sizeBytes, sha256 } = result;
    const row = await record(unit, job, { status: 'processing', sizeBytes, sha256 });
    if (!row) return;
    const { requestId } = queues.pull.payload.parse(job.payload);
    const reading = { id: row.id, sourceKey: objectKeys.upload(row.id, sha256), filename: row.filename };
    const payload = ingestPayload({ config, requestId }, reading);
    const subject = { workspaceId: row.workspaceId, subjectId: row.id };
    await unit.enqueue('ingest', subject, payload, readingSeconds(sizeBytes));
  },

  async failed(_services, unit, job) {
    await fail(unit, job, failure('PULL_FAILED'));
  },
});

export const pullJob = createPullJob();
