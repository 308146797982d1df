import type { Readable } from 'node:stream';
import type { Checksums } from './checksum-record.ts';

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
export interface RawStorage {
  /** Moves a finished local file into the store; the local file is gone afterwards. */
  adopt(key: string, localPath: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  sizeOf(key: string): Promise<number>;
  /** A small object as text, or null if there is none. */
  find(key: string): Promise<string | null>;
  exists(key: string): Promise<boolean>;
  /** Every object below a folder, such as `uploads/`. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes every object whose key starts with the prefix. */
  removePrefix(prefix: string): Promise<void>;
  /** A folder for uploads in progress, on the store's own file system where it has one. */
  readonly stagingFolder: string;
}

export type ObjectState =
  /** `recorded`: it had no checksums; they are recorded now. */
  { state: 'intact' | 'recorded' } | { state: 'damaged'; problem: string };

/** One object, of which parts are read. */
export interface OpenObject {
  sizeBytes: number;
  read(range: ByteRange): Promise<Readable>;
}

/** A store that verifies what it returns. Damage is the error STORED_DATA_DAMAGED, before any damaged byte is returned. */
export interface Storage extends Omit<RawStorage, 'adopt' | 'find' | 'read' | 'sizeOf'> {
  /** As in `RawStorage`. The file is read and hashed, unless its checksums are known. */
  adopt(key: string, localPath: string, known?: Checksums): Promise<void>;
  read(key: string): Promise<Readable>;
  open(key: string): Promise<OpenObject>;
  /** Reads an object and compares it with its recorded checksums. */
  verify(key: string): Promise<ObjectState>;
}
