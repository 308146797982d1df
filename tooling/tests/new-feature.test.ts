import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFeature } from '../src/scaffold/new-feature.ts';
import { registrations } from '../src/scaffold/registrations.ts';
import { root } from '../src/stack/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

const feature = { names: 'notes', name: 'note', prefix: 'not' };

test('a new feature is registered everywhere, lints clean and is never overwritten', async () => {
  const checkout = temporaryFolder();
  for (const { file } of registrations) cpSync(join(root, file), join(checkout, file), { recursive: true });
  cpSync(join(root, 'biome.json'), join(checkout, 'biome.json'));
  const files = await writeFeature(checkout, feature);
  const textOf = (file: string) => readFileSync(join(checkout, file), 'utf8');

  for (const file of files) expect(textOf(file), file).not.toMatch(/__\w+?__/);
  for (const { file } of registrations) expect(textOf(file), file).toMatch(/note/i);
  const folders = new Set(files.map((file) => dirname(file)));
  expect(folders).toContain('apps/api/src/features/notes');
  expect(folders).toContain('apps/web/src/features/notes/screens');
  const biome = join(root, 'node_modules/.bin/biome');
  execFileSync(biome, ['lint', '--vcs-enabled=false', '.'], { cwd: checkout });
  await expect(writeFeature(checkout, feature)).rejects.toThrow('exists already');
});
