import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../cli/exit-codes.ts';
import { root } from '../stack/paths.ts';
import { registrations } from './registrations.ts';

export interface FeatureName {
  /** Plural, such as "notes". */
  names: string;
  name: string;
  /** Of its ids, such as "not". */
  prefix: string;
}

const templates = join(root, 'tooling/templates/feature');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const filled = (text: string, { names, name, prefix }: FeatureName) =>
  text
    .replaceAll('__names__', names)
    .replaceAll('__name__', name)
    .replaceAll('__Names__', capital(names))
    .replaceAll('__Name__', capital(name))
    .replaceAll('__prefix__', prefix);

const run = (program: string, args: string[], cwd = root) =>
  promisify(execFile)(program, args, { cwd, maxBuffer: 10_000_000 });

/** Writes the files of a feature with a table, two calls and a screen. Returns their paths, relative to `checkout`. */
export async function writeFeature(checkout: string, feature: FeatureName): Promise<string[]> {
  const files = globSync('**/*.txt', { cwd: templates }).sort();
  const written = files.map((file) => filled(file.replace(/\.txt$/, ''), feature));
  for (const [at, file] of files.entries()) {
    const target = join(checkout, written[at] ?? '');
    await mkdir(dirname(target), { recursive: true });
    const content = filled(await readFile(join(templates, file), 'utf8'), feature);
    await writeFile(target, content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new UsageError(`${written[at]} exists already.`);
      throw error;
    });
  }
  for (const { file, change } of registrations) {
    const target = join(checkout, file);
    const before = await readFile(target, 'utf8');
    const after = change(before, (text) => filled(text, feature));
    if (after === before) throw new Error(`${file} does not look as the scaffold expects it to.`);
    await writeFile(target, after);
  }
  return [...written, ...registrations.map(({ file }) => file)];
}

/** Adds a feature to this checkout: its files, registrations, migration and generated contract. */
export async function addFeature(feature: FeatureName): Promise<string[]> {
  const files = await writeFeature(root, feature);
  const biome = join(root, 'node_modules/.bin/biome');
  await run(biome, ['check', '--write', ...files.filter((file) => !file.endsWith('.json'))]);
  const api = join(root, 'apps/api');
  await run(join(api, 'node_modules/.bin/drizzle-kit'), ['generate', '--name', feature.names], api);
  await run(process.execPath, [join(api, 'test/db/write-dump.ts')]);
  await run(process.execPath, [join(root, 'packages/contracts/src/generate/main.ts')]);
  return files;
}
