import { createReadStream, mkdirSync } from 'node:fs';
import { access, glob, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RawStorage } from './interface.ts';
import { checkKey } from './key.ts';

/** Waits until a file, or the names in a folder, are on disk. */
async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes a folder and those above it, each on disk before anything is put into it. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first && made.length >= first.length; made = path.dirname(made)) {
    await syncToDisk(path.dirname(made));
  }
}

/** The fallback stands for a file that is not there; any other error says nothing about what is there. */
const ifThere = <Value, Fallback>(found: Promise<Value>, fallback: Fallback): Promise<Value | Fallback> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback;
    throw error;
  });

export function fileStorage(root: string): RawStorage {
  const stagingFolder = path.join(root, '.staging');
  mkdirSync(stagingFolder, { recursive: true });
  const locate = (key: string) => path.join(root, checkKey(key));
  return {
    stagingFolder,
    async adopt(key, localPath) {
      const target = locate(key);
      await makeFolder(path.dirname(target));
      await syncToDisk(localPath);
      await rename(localPath, target);
      // Synced to disk, since Postgres must not refer to an object that a power cut has lost.
      await syncToDisk(path.dirname(target));
    },
    read: async (key, range) =>
      createReadStream(locate(key), range && { start: range.start, end: range.end - 1 }),
    sizeOf: async (key) => (await stat(locate(key))).size,
    find: (key) => ifThere(readFile(locate(key), 'utf8'), null),
    exists: (key) =>
      ifThere(
        access(locate(key)).then(() => true),
        false,
      ),
    async *list(prefix) {
      for await (const entry of glob(`${checkKey(prefix)}**`, { cwd: root, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        const found = entry.isFile() && (await stat(file).catch(() => null));
        if (found) yield { key: path.relative(root, file), modifiedAt: found.mtime };
      }
    },
    removePrefix: (prefix) => rm(locate(prefix), { recursive: true, force: true }),
  };
}
