import type { Readable } from 'node:stream';
import type { Config } from './config.ts';
import { fileStorage } from './storage/file.ts';
import { s3Storage } from './storage/s3.ts';

interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** Keys look like `uploads/ds_…/name`; nothing outside the root can be named. */
export interface Storage {
  /** Moves a finished local file into the store; the local file is gone afterwards. */
  adopt(key: string, localPath: string): Promise<void>;
  read(key: string): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Every object below a folder, such as `uploads/`. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes every object whose key starts with the prefix. */
  removePrefix(prefix: string): Promise<void>;
  /** A folder for uploads in progress, on the store's own file system where it has one. */
  readonly stagingFolder: string;
}

export function openStorage(config: Pick<Config, 'STORAGE_URL'>): Storage {
  const url = new URL(config.STORAGE_URL);
  return url.protocol === 's3:' ? s3Storage(url) : fileStorage(decodeURIComponent(url.pathname));
}
