import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAgain } from '../src/cli/run-again.ts';
import { count, failuresOf, type Suite } from '../src/cli/test-reports.ts';
import { root } from '../src/stack/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

const failedIn = (...files: string[]): Suite => ({
  name: 'some',
  files: new Map(files.map((file) => [file, { passed: 1, skipped: 1, failures: ['it'] }])),
});

test('a file whose tests pass by themselves was flaky; one that fails again, or beside its tests, has failed', async () => {
  const folder = temporaryFolder();
  const [lucky = '', broken = '', leaky = ''] = ['lucky', 'broken', 'leaky'].map((name) =>
    join(folder, `${name}.test.js`),
  );
  symlinkSync(join(root, 'tooling/node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "test": "vitest run" } }');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { reporters } from '${join(root, 'tooling/src/testing/reporters.ts')}';
    export default { test: { reporters: reporters('some') } };`,
  );
  const holds = (what: boolean) =>
    `import { expect, test } from 'vitest'; for (const n of [1, 2]) test('it ' + n, () => expect(${what}).toBe(true));`;
  writeFileSync(lucky, holds(true));
  writeFileSync(broken, holds(false));
  writeFileSync(leaky, `${holds(true)} void Promise.reject(new Error('heard by nobody'));`);

  const suite = failedIn(lucky, broken, leaky);
  const script = { suite: 'some', package: 'some', script: 'test', folder };
  expect(await runAgain([suite], [script], folder)).toEqual(new Map([['some', [`${lucky} > it`]]]));
  expect(failuresOf(suite)).toEqual([`${broken} > it`, `${leaky} > it`]);
  expect(count(suite)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  expect(readFileSync(join(folder, 'again/2/some.errors'), 'utf8')).toContain('heard by nobody');
  expect(existsSync(join(folder, 'again/0/some.errors'))).toBe(false);
});

test('more broken files than chance would break are not run again', async () => {
  const folder = temporaryFolder();
  const suite = failedIn('1', '2', '3', '4', '5', '6');
  expect(await runAgain([suite], [], folder)).toEqual(new Map());
  expect(existsSync(join(folder, 'again'))).toBe(false);
  expect(count(suite).failed).toBe(6);
});
