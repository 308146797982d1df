import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { forgetEndedJobs } from '../../db/jobs.repository.ts';
import { forgetRouteChanges } from '../../db/route-changes.repository.ts';
import type { JobHandler } from '../../platform/job-handler.ts';
import { objectKeys } from '../../platform/object-keys.ts';
import type { Services } from '../../platform/services.ts';
import { trimLog } from '../../predict/call-log.repository.ts';
import { dropOldDays, prepareLog } from '../../predict/log-days.repository.ts';
import { archiveSweep } from '../account/index.ts';
import { sweepAuth } from '../auth/index.ts';
import { datasetSweep } from '../datasets/index.ts';
import { sweepMail } from '../mail/index.ts';
import { modelSweep } from '../models/index.ts';
import { sweepNotifications } from '../notifications/index.ts';
import { avatarSweep } from '../profile/index.ts';

const hour = 3_600_000;
/** Younger things may belong to work under way. A bundle waits for its result to be applied. */
const patience = { uploadMs: hour, tableMs: 6 * hour, bundleMs: 24 * hour, archiveMs: hour };
const kept = { jobDays: 30 };

/** The second part of the keys below a folder, of those whose every object is older than the given age. */
async function oldNames({ storage, clock }: Services, folder: string, ageMs: number): Promise<string[]> {
  const limit = clock.now().getTime() - ageMs;
  const newest = new Map<string, number>();
  for await (const { key, modifiedAt } of storage.list(folder)) {
    const name = key.split('/')[1] ?? '';
    newest.set(name, Math.max(newest.get(name) ?? 0, modifiedAt.getTime()));
  }
  return [...newest].flatMap(([name, at]) => (at < limit ? name : []));
}

async function sweepDatasets(services: Services): Promise<void> {
  const folders = [
    ['uploads/', patience.uploadMs, objectKeys.uploadFolder],
    ['datasets/', patience.tableMs, objectKeys.datasetFolder],
  ] as const;
  for (const [folder, ageMs, folderOf] of folders) {
    const names = await oldNames(services, folder, ageMs);
    const existing = await datasetSweep.existing(services.db, names);
    for (const name of names) if (!existing.has(name)) await services.storage.removePrefix(folderOf(name));
  }
}

async function sweepBundles(services: Services): Promise<void> {
  const names = await oldNames(services, 'bundles/', patience.bundleMs);
  const hashes = names.map((name) => name.replace(/\.rowcast$/, ''));
  const used = await modelSweep.usedBundles(services.db, hashes);
  for (const hash of hashes)
    if (!used.has(hash)) await services.storage.removePrefix(objectKeys.bundle(hash));
}

async function sweepArchives(services: Services): Promise<void> {
  await archiveSweep.removeExpired(services.db);
  const names = await oldNames(services, 'archives/', patience.archiveMs);
  const ids = names.map((name) => name.replace(/\.zip$/, ''));
  const existing = await archiveSweep.existing(services.db, ids);
  for (const id of ids) if (!existing.has(id)) await services.storage.removePrefix(objectKeys.archive(id));
}

async function sweepAvatars(services: Services): Promise<void> {
  const names = await oldNames(services, 'avatars/', patience.uploadMs);
  const keys = names.map((name) => `avatars/${name}`);
  const used = await avatarSweep.used(services.db, keys);
  for (const key of keys) if (!used.has(key)) await services.storage.removePrefix(key);
}

async function sweepOnnx(services: Services): Promise<void> {
  const names = await oldNames(services, 'onnx/', patience.bundleMs);
  const hashes = names.map((name) => name.replace(/\.onnx$/, ''));
  const used = await modelSweep.usedOnnx(services.db, hashes);
  for (const hash of hashes) if (!used.has(hash)) await services.storage.removePrefix(objectKeys.onnx(hash));
}

async function sweepStaging({ storage, clock }: Services): Promise<void> {
  const limit = clock.now().getTime() - patience.uploadMs;
  for (const name of await readdir(storage.stagingFolder)) {
    const file = path.join(storage.stagingFolder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < limit) await rm(file, { force: true });
  }
}

const removeUnfinished = ({ db, clock }: Services) =>
  datasetSweep.removeUnfinished(db, new Date(clock.now().getTime() - patience.uploadMs));

/** The log first: calls need its days, and what is dropped whole need not be erased row by row. */
const steps: Record<string, (services: Services) => Promise<unknown>> = {
  'days of the log': ({ db }) => prepareLog(db),
  'old days of the log': ({ db }) => dropOldDays(db),
  log: ({ db }) => trimLog(db),
  'unfinished uploads': removeUnfinished,
  staging: sweepStaging,
  datasets: sweepDatasets,
  bundles: sweepBundles,
  archives: sweepArchives,
  avatars: sweepAvatars,
  'ONNX files': sweepOnnx,
  jobs: ({ db }) => forgetEndedJobs(db, kept.jobDays),
  'route changes': ({ db }) => forgetRouteChanges(db),
  sessions: sweepAuth,
  mail: sweepMail,
  notifications: sweepNotifications,
};

/** Removes what a killed process left behind, and what has been kept long enough. A step that fails holds up no other. */
export async function sweep(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const [what, step] of Object.entries(steps)) {
    try {
      await step(services);
    } catch (err) {
      services.log.warn({ err, what }, 'not swept');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}

export const sweepJob: JobHandler = { queue: 'maintenance', run: sweep };
