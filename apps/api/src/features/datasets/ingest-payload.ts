import type { CleanStep } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Payload } from '../../platform/queue/queues.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';

/** Estimated time to read a file: the start of a process, and a slow table. */
export const readingSeconds = (sizeBytes: number): number => 1 + sizeBytes / 8_000_000;

/** A gzip file may unpack to this many times the size that an upload may have. */
const inflation = 8;

interface Reading {
  id: string;
  sourceKey: string;
  filename: string;
  recipe?: CleanStep[];
}

/** What the worker needs to make the table `id` of an upload. */
export const ingestPayload = (
  ctx: Pick<SessionContext, 'config' | 'requestId'>,
  { id, sourceKey, filename, recipe }: Reading,
): Omit<Payload<'ingest'>, 'jobId'> => ({
  datasetId: id,
  sourceKey,
  tableKey: objectKeys.table(id),
  rejectsKey: objectKeys.rejects(id),
  profileKey: objectKeys.profile(id),
  filename,
  ...(recipe && { recipe }),
  maxInflatedBytes: ctx.config.MAX_UPLOAD_MB * 1024 * 1024 * inflation,
  requestId: ctx.requestId,
});
