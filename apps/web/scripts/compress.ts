// Packs every built file once, as tightly as it goes, so that the server need not do so for each visitor.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');
const smallest = 1000;

for (const name of globSync('**/*.{js,css,html,json,svg,webmanifest}', { cwd: dist })) {
  const file = join(dist, name);
  const bytes = readFileSync(file);
  if (bytes.length < smallest) continue;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
