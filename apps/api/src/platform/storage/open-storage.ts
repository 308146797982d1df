import type { Config } from '../config.ts';
import type { Mismatch } from './checked-chunks.ts';
import { fileStorage } from './file.ts';
import type { RawStorage, Storage } from './interface.ts';
import { s3Storage } from './s3.ts';
import { verifiedStorage } from './verified.ts';

export type { Storage };

function openRaw(config: Pick<Config, 'STORAGE_URL'>): RawStorage {
  const url = new URL(config.STORAGE_URL);
  return url.protocol === 's3:' ? s3Storage(url) : fileStorage(decodeURIComponent(url.pathname));
}

/** `report` receives each damaged object that a reader meets. */
export const openStorage = (
  config: Pick<Config, 'STORAGE_URL'>,
  report: (mismatch: Mismatch) => void = () => undefined,
): Storage => verifiedStorage(openRaw(config), report);
