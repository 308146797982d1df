// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildConsole } from '@rowcast/tooling/stack/console-build';
import { beforeAll, expect, test } from 'vitest';
import { dist, filesOf } from '../scripts/built-files.ts';

beforeAll(() => buildConsole(() => undefined), 180_000);

test.each([
  { page: 'landing page', limit: 120_000, code: ['src/features/landing/screens/landing.tsx'] },
  {
    page: 'dashboard',
    limit: 250_000,
    code: [
      'src/app/layouts/console-layout.tsx',
      'src/features/overview/screens/overview.tsx',
      'src/app/live.ts',
    ],
  },
])('the $page loads at most $limit bytes of compressed scripts', ({ limit, code }) => {
  const sizes = filesOf(['index.html', ...code]).map(
    (file) => gzipSync(readFileSync(join(dist, file))).length,
  );
  const size = sizes.reduce((sum, each) => sum + each, 0);
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThanOrEqual(limit);
});

test('contract descriptions are not in the console bundle', () => {
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
  const schema = read(join(import.meta.dirname, '../../../packages/contracts'), 'schema.json');
  const said = [...schema.matchAll(/"description": ("(?:[^"\\]|\\.){30,}")/g)].map(([, text]) =>
    JSON.parse(text ?? ''),
  );
  expect(said.length).toBeGreaterThan(100);
  const assets = join(dist, 'assets');
  const code = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const all = code.map((name) => read(assets, name)).join('\n');
  expect(said.filter((text) => all.includes(text))).toEqual([]);
});
