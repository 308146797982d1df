import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A hash over the given texts and the contents of the given files. */
export function fingerprint({ files = [], texts = [] }) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  for (const file of files) hash.update(`${file}\0`).update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex');
}

/** Remembers in a file of which inputs something was made. */
export const stamp = {
  matches: (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value,
  clear: (file) => rmSync(file, { force: true }),
  write(file, value) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, value);
  },
};
