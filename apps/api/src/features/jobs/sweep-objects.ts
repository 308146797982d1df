import { oldestOpenJob } from '../../db/jobs.repository.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { dayMs, hourMs } from '../../platform/time/durations.ts';
import { archiveSweep } from '../account/index.ts';
import { datasetSweep } from '../datasets/index.ts';
import { modelSweep } from '../models/index.ts';
import { avatarSweep } from '../profile/index.ts';

/** The clock of the store may differ from that of Postgres. */
const clocksDifferMs = 5 * 60_000;

interface Folder {
  folder: string;
  /** How the names in it end. */
  ending?: string;
  /** Younger things may belong to work under way. */
  ageMs: number;
  /** What waits for the results of open jobs of this queue, so nothing that was written since the oldest began goes. */
  writtenBy?: 'train';
  used(db: Executor, names: string[]): Promise<Set<string>>;
  placeOf(name: string): string;
}

const folders: Record<string, Folder> = {
  uploads: {
    folder: 'uploads/',
    ageMs: hourMs,
    used: datasetSweep.existing,
    placeOf: objectKeys.uploadFolder,
  },
  tables: {
    folder: 'datasets/',
    ageMs: 6 * hourMs,
    used: datasetSweep.existing,
    placeOf: objectKeys.datasetFolder,
  },
  bundles: {
    folder: 'bundles/',
    ending: '.rowcast',
    ageMs: hourMs,
    writtenBy: 'train',
    used: modelSweep.usedBundles,
    placeOf: objectKeys.bundle,
  },
  'ONNX files': {
    folder: 'onnx/',
    ending: '.onnx',
    ageMs: dayMs,
    used: modelSweep.usedOnnx,
    placeOf: objectKeys.onnx,
  },
  'files of archives': {
    folder: 'archives/',
    ending: '.zip',
    ageMs: hourMs,
    used: archiveSweep.existing,
    placeOf: objectKeys.archive,
  },
  avatars: {
    folder: 'avatars/',
    ending: '.webp',
    ageMs: hourMs,
    used: avatarSweep.used,
    placeOf: objectKeys.avatar,
  },
};

/** When the newest object was written, by the second part of the keys. */
async function namesBelow({ storage }: Services, prefix: string, ending = ''): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    const [, file = ''] = key.split('/');
    const name = file.endsWith(ending) ? file.slice(0, file.length - ending.length) : file;
    newest.set(name, Math.max(newest.get(name) ?? 0, modifiedAt.getTime()));
  }
  return newest;
}

async function limitOf({ db, clock }: Services, { ageMs, writtenBy }: Folder): Promise<number> {
  const begun = writtenBy && (await oldestOpenJob(db, writtenBy));
  const threshold = clock.now().getTime() - ageMs;
  return begun ? Math.min(threshold, begun.getTime() - clocksDifferMs) : threshold;
}

/** Removes objects that no row refers to. Each is checked again just before its removal. */
async function sweepFolder(services: Services, swept: Folder): Promise<void> {
  const { folder, ending, used, placeOf } = swept;
  const { db, storage } = services;
  const limit = await limitOf(services, swept);
  const found = await namesBelow(services, folder, ending);
  const unreferenced = [...found].flatMap(([name, at]) => (at < limit ? name : []));
  const kept = await used(db, unreferenced);
  for (const name of unreferenced) {
    if (kept.has(name)) continue;
    const place = placeOf(name);
    const [at = 0] = (await namesBelow(services, place, ending)).values();
    if (at < limit && !(await used(db, [name])).has(name)) await storage.removePrefix(place);
  }
}

/** The one place where objects go that something under way may still need; each folder by itself. */
export const objectSweeps: Record<string, (services: Services) => Promise<void>> = Object.fromEntries(
  Object.entries(folders).map(([name, folder]) => [name, (services) => sweepFolder(services, folder)]),
);
