import { createReadStream, mkdirSync } from 'node:fs';
import { access, glob, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from './interface.ts';
import { checkKey } from './key.ts';

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

export function fileStorage(root: string): Storage {
  const stagingFolder = path.join(root, '.staging');
  mkdirSync(stagingFolder, { recursive: true });
  const locate = (key: string) => path.join(root, checkKey(key));
  return {
    stagingFolder,
    async adopt(key, localPath) {
      const target = locate(key);
      await mkdir(path.dirname(target), { recursive: true });
      await syncToDisk(localPath);
      await rename(localPath, target);
    },
    read: async (key, range) =>
      createReadStream(locate(key), range && { start: range.start, end: range.end - 1 }),
    sizeOf: async (key) => (await stat(locate(key))).size,
    exists: (key) =>
      access(locate(key)).then(
        () => true,
        () => false,
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
