import { checksumFolder } from '@rowcast/contracts';
import { z } from 'zod';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';
import { recordKey } from '../../platform/storage/checksum-record.ts';
import { hourMs } from '../../platform/time/durations.ts';
import { type Owner, ownedObjects } from './scrub-owners.repository.ts';

const folders = ['uploads/', 'datasets/', 'bundles/', 'onnx/', 'avatars/', 'archives/'];
/** Younger objects may be replaced while they are read. */
const settledMs = hourMs;
const stateKey = 'rowcast:scrub';

export interface Damage {
  key: string;
  problem: string;
  owner: Owner | null;
}

export interface Scrubbed {
  objects: number;
  /** Written before checksums were recorded; these were recorded now. */
  recorded: number;
  damaged: Damage[];
}

type Scrubs = Pick<Services, 'db' | 'storage' | 'clock'>;

/** Gone since the list was made, or damaged. */
async function stateOf({ storage }: Scrubs, key: string) {
  try {
    return await storage.verify(key);
  } catch (error) {
    if (await storage.exists(key)) throw error;
    return null;
  }
}

/** Rows are read again, since objects are deleted after their rows. */
async function missingOf({ db, storage }: Scrubs, unseen: Iterable<string>): Promise<Damage[]> {
  const absent: string[] = [];
  for (const key of unseen) if (!(await storage.exists(key))) absent.push(key);
  const owners = absent.length > 0 ? await ownedObjects(db) : new Map<string, Owner>();
  return absent.flatMap((key) => {
    const owner = owners.get(key);
    return owner ? { key, problem: `${key}: is missing`, owner } : [];
  });
}

/** Of objects that were deleted by a process that ended in between. */
async function removeOrphanedRecords({ storage }: Scrubs, limit: number): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(checksumFolder)) {
    const object = key.slice(checksumFolder.length);
    if (modifiedAt.getTime() < limit && !(await storage.exists(object)))
      await storage.removePrefix(recordKey(object));
  }
}

/** Reads every object of the store and compares it with its checksums; finds objects that rows refer to and that are missing. */
export async function scrub(services: Scrubs, ending?: AbortSignal): Promise<Scrubbed> {
  const { db, storage, clock } = services;
  const limit = clock.now().getTime() - settledMs;
  const owners = await ownedObjects(db);
  const unseen = new Set(owners.keys());
  const found: Scrubbed = { objects: 0, recorded: 0, damaged: [] };
  for (const folder of folders)
    for await (const { key, modifiedAt } of storage.list(folder)) {
      ending?.throwIfAborted();
      unseen.delete(key);
      const verified = modifiedAt.getTime() < limit ? await stateOf(services, key) : null;
      if (!verified) continue;
      found.objects += 1;
      if (verified.state === 'recorded') found.recorded += 1;
      if (verified.state === 'damaged')
        found.damaged.push({ key, problem: verified.problem, owner: owners.get(key) ?? null });
    }
  found.damaged.push(...(await missingOf(services, unseen)));
  await removeOrphanedRecords(services, limit);
  return found;
}

const scrubState = z.object({
  finishedAt: z.iso.datetime(),
  objects: z.number(),
  damaged: z.array(z.string()).describe('keys'),
});
export type ScrubState = z.infer<typeof scrubState>;

/** What the last scheduled scrub found; null before the first. */
export async function lastScrub({ redis }: Pick<Services, 'redis'>): Promise<ScrubState | null> {
  const stored = await redis.get(stateKey);
  return stored ? scrubState.parse(JSON.parse(stored)) : null;
}

/** One notification for each dataset or model, when its damage is found first. */
async function notifyOwners(services: Services, damaged: Damage[]): Promise<void> {
  const owners = new Map(damaged.flatMap(({ owner }) => (owner ? [[owner.path, owner] as const] : [])));
  await transact(services, async ({ notify }) => {
    for (const { workspaceId, name, version, path } of owners.values())
      notify({ workspaceId, permission: 'Monitor' }, 'storage.damaged', { name, version }, path);
  });
}

export async function scrubAndReport(services: Services, ending?: AbortSignal): Promise<Scrubbed> {
  const { log, redis, clock } = services;
  const before = new Set((await lastScrub(services))?.damaged);
  const found = await scrub(services, ending);
  for (const { key, problem } of found.damaged) log.error({ key, problem }, 'stored object damaged');
  await notifyOwners(
    services,
    found.damaged.filter(({ key }) => !before.has(key)),
  );
  const { objects, recorded, damaged } = found;
  const state: ScrubState = {
    finishedAt: clock.now().toISOString(),
    objects,
    damaged: damaged.map(({ key }) => key),
  };
  await redis.set(stateKey, JSON.stringify(state));
  log.info({ objects, recorded, damaged: damaged.length }, 'object store scrubbed');
  return found;
}

export const scrubJob: JobHandler = {
  queue: 'scrub',
  run: async (services, _payload, ending) => {
    await scrubAndReport(services, ending);
  },
};
