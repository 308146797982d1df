import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Below this, an upload or a training is likely to fill the disk. */
const neededBytes = 16 * 1024 * 1024;
const probe = Buffer.alloc(4096);

/** Why nothing can be written to the folder of uploads in progress; nothing if it can. */
export async function whyNotWritable(stagingFolder: string): Promise<string | undefined> {
  const file = path.join(stagingFolder, `probe-${randomUUID()}`);
  try {
    const { bavail, bsize } = await statfs(stagingFolder);
    if (bavail * bsize < neededBytes)
      return `The disk of the object store is full: ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are free, ${neededBytes / 1024 ** 2} MB are needed.`;
    await writeFile(file, probe, { mode: 0o600, flush: true });
    return undefined;
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException;
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The disk of the object store is full.'
      : `The object store cannot be written (${code}).`;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
