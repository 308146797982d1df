import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oversized } from '../checks/file-sizes.ts';
import { brokenImportRules } from '../checks/imports.ts';
import { leftOpen } from '../checks/left-open.ts';
import { bound } from '../checks/portability.ts';
import { avoidedWords } from '../checks/words.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A checkout of its own with the given files. */
function checkout(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-checks-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

const value = 'export const value = 1;\n';
const use = (path: string) => `import { value } from '${path}';\nexport const used = value;\n`;
const useType = (path: string) => `import type { value } from '${path}';\nexport type Used = typeof value;\n`;

const sound = {
  'apps/web/tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler', paths: { '@/*': ['./src/*'] } },
  }),
  'apps/web/src/shared/ui/actions/button.tsx': value,
  'apps/web/src/features/apis/index.ts': value,
  'apps/web/src/features/apis/card.tsx': use('@/shared/ui/actions/button.tsx'),
  'apps/web/src/features/keys/list.tsx': use('@/features/apis/index.ts'),
  'apps/web/src/app/router.tsx': use('@/features/apis/index.ts'),
  'apps/api/src/http/error.ts': value,
  'apps/api/src/db/schema/apis.ts': value,
  'apps/api/src/features/apis/index.ts': value,
  'apps/api/src/features/apis/repository.ts': use('../../db/schema/apis.ts'),
  'apps/api/src/features/keys/create.ts': use('../apis/index.ts'),
  'packages/contracts/src/index.ts': value,
};

/** Each file breaks one rule. */
const broken = [
  ['web-shared-knows-no-feature', 'apps/web/src/shared/ui/menu.tsx', use('@/features/apis/index.ts')],
  ['web-shared-knows-no-feature', 'apps/web/src/shared/ui/link.tsx', useType('../../app/router.tsx')],
  ['web-features-know-no-app', 'apps/web/src/features/apis/page.tsx', use('@/app/router.tsx')],
  ['features-through-their-index', 'apps/web/src/features/keys/page.tsx', use('@/features/apis/card.tsx')],
  ['features-through-their-index', 'apps/api/src/features/keys/list.ts', use('../apis/repository.ts')],
  ['features-through-their-index', 'apps/api/src/features/keys/get.ts', useType('../apis/repository.ts')],
  ['api-features-know-no-http', 'apps/api/src/features/apis/update.ts', use('../../http/error.ts')],
  ['tables-only-in-repositories', 'apps/api/src/features/apis/create.ts', use('../../db/schema/apis.ts')],
  ['tables-only-in-repositories', 'apps/api/src/platform/log/log.ts', useType('../../db/schema/apis.ts')],
  ['contracts-stand-alone', 'packages/contracts/src/errors.ts', use('../../../apps/api/src/http/error.ts')],
  ['onnx-trees-stands-alone', 'packages/onnx-trees/src/program.ts', use('../../contracts/src/index.ts')],
  ['nothing-unresolvable', 'apps/api/src/features/apis/get.ts', use('./nowhere.ts')],
  ['no-circles', 'apps/api/src/platform/a.ts', use('./b.ts')],
] as const;

describe('rules of imports', () => {
  let found = '';
  // A run of the checker takes seconds, so one run finds all of them.
  beforeAll(() => {
    found = brokenImportRules(
      checkout({
        ...sound,
        'apps/api/src/platform/b.ts': `${use('./a.ts')}${value}`,
        ...Object.fromEntries(broken.map(([, file, text]) => [file, text])),
      }),
    );
  });

  test('an order that keeps the rules passes', () => {
    expect(brokenImportRules(checkout(sound))).toBe('');
  });

  test.each(broken)('%s is broken by %s', (rule, file) => {
    expect(found).toContain(`error ${rule}: ${file}`);
  });

  test('nothing else is reported', () => {
    expect(new Set(found.match(/(?<=^ *error \S+: )\S+/gm))).toEqual(new Set(broken.map(([, file]) => file)));
  });
});

const lines = (count: number) => 'const line = 1;\n'.repeat(count);

test('files of any decent size pass', () => {
  expect(
    oversized(checkout({ 'src/a.ts': lines(80), 'src/b.py': lines(80), 'src/c.ts': lines(290) })),
  ).toEqual([]);
});

test.each([
  [
    'too long',
    { 'src/a.ts': lines(10), 'src/b.ts': lines(10), 'src/c.ts': lines(501) },
    'src/c.ts has 501 lines',
  ],
  [
    'long on the whole',
    { 'src/a.ts': lines(81), 'src/b.py': lines(81), 'src/c.ts': lines(10) },
    'the median',
  ],
  [
    'often long',
    { 'src/a.ts': lines(10), 'src/b.ts': lines(10), 'src/c.ts': lines(301) },
    'the 95th percentile',
  ],
  ['named for nothing', { 'src/utils/a.ts': lines(10) }, 'src/utils/a.ts: the name'],
  ['named for nothing', { 'src/helpers.py': lines(10) }, 'src/helpers.py: the name'],
])('files that are %s are found', (_what, files, problem) => {
  expect(oversized(checkout(files)).join('\n')).toContain(problem);
});

test('tests, generated files and migrations may be long', () => {
  const files = {
    'src/a.ts': lines(10),
    'src/a.test.ts': lines(600),
    'src/contracts/generated.py': lines(600),
    'src/db/migrations/0000.py': lines(600),
  };
  expect(oversized(checkout(files))).toEqual([]);
});

test('folders with more than 20 files are found', () => {
  const files = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`src/tests/${at}.test.ts`, value]));
  expect(oversized(checkout(files))).toEqual(['src/tests has 21 files; nest them, at most 20']);
});

test.each([
  ['a comment', '// nobody is told', '"told"'],
  ['a name', 'const mostRows = 5;', '"most"'],
  ['the middle of a name', 'const rowsTold = 5;', '"Told"'],
  ['a constant', 'MOST_ROWS = 5', '"MOST"'],
])('a word that the glossary replaces is found in %s', (_where, line, word) => {
  expect(avoidedWords('a.ts', `first\n${line}`).join()).toContain(`a.ts:2 says ${word}`);
});

test('ordinary English is no word of that list', () => {
  expect(avoidedWords('a.ts', 'almost all heading; const mostly = 1; at least five')).toEqual([]);
});

test('addresses in lock files and paths of one machine are found', () => {
  const path = ['', 'root', 'rowcast'].join('/');
  const files = {
    'a/package-lock.json': '{\n"resolved": "https://packages.example/a.tgz"\n}',
    'requirements.lock': '--index-url https://packages.example/simple\n',
    'notes.md': `Look into ${path}/notes.\n`,
    'good.md': 'See https://rowcast.example and /var/lib.\n',
  };
  expect(bound(checkout(files)).sort()).toEqual([
    'a/package-lock.json:2 names an address to download from',
    'notes.md:1 names a path of one machine',
    'requirements.lock:1 names an address to download from',
  ]);
});

test('work left open is found', () => {
  const found = leftOpen(
    checkout({
      'a.ts': `// ${['TO', 'DO'].join('')}: later\n`,
      'b.test.ts': `${['it', 'skip'].join('.')}('x');\n`,
      'c.ts': value,
    }),
  );
  expect(found).toHaveLength(2);
  expect(found.join()).toMatch(/a\.ts:1.*b\.test\.ts:1/);
});
