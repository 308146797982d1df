import type { Readable } from 'node:stream';

interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** Bytes from `start` up to and without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Keys look like `uploads/ds_…/name`; nothing outside the root can be named. */
export interface Storage {
  /** Moves a finished local file into the store; the local file is gone afterwards. */
  adopt(key: string, localPath: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  sizeOf(key: string): Promise<number>;
  exists(key: string): Promise<boolean>;
  /** Every object below a folder, such as `uploads/`. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes every object whose key starts with the prefix. */
  removePrefix(prefix: string): Promise<void>;
  /** A folder for uploads in progress, on the store's own file system where it has one. */
  readonly stagingFolder: string;
}
