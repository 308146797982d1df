import type { Config } from '../config.ts';
import { fileStorage } from './file.ts';
import type { Storage } from './interface.ts';
import { s3Storage } from './s3.ts';

export type { Storage };

export function openStorage(config: Pick<Config, 'STORAGE_URL'>): Storage {
  const url = new URL(config.STORAGE_URL);
  return url.protocol === 's3:' ? s3Storage(url) : fileStorage(decodeURIComponent(url.pathname));
}
