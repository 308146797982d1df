import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  count,
  failuresOf,
  readReports,
  removeReports,
  retriedOf,
  slowestFiles,
} from '../src/cli/test-reports.ts';
import { root } from '../src/stack/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A package whose tests are run by vitest. */
function runVitest(files: Record<string, string>): { folder: string; status: number | null } {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'tooling/node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { reporters } from '${join(root, 'tooling/src/testing/reporters.ts')}';
    export default { test: { reporters: reporters('some'), retry: 1 } };`,
  );
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, `${name}.test.js`), `import { expect, test } from 'vitest';\n${content}`);
  const { status } = spawnSync(join(root, 'tooling/node_modules/.bin/vitest'), ['run'], { cwd: folder });
  return { folder, status };
}

test('reports what vitest ran: what passed, failed, needed a retry, or went wrong outside of all tests', () => {
  const { folder, status } = runVitest({
    lucky: `let runs = 0; test('it', () => expect(runs++).toBe(1)); test('other', () => {});`,
    broken: `test('it', () => expect(1).toBe(2)); ${'test'}.skip('later', () => {});`,
    unread: `throw new Error('no such thing');`,
    leaky: `test('it', () => {}); void Promise.reject(new Error('caught by nobody'));`,
  });
  expect(status).toBe(1);
  const [suite] = readReports([folder]);
  if (!suite) throw new Error('there is no report');
  const file = (name: string) => join(folder, `${name}.test.js`);
  expect(count(suite)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  expect(failuresOf([suite]).sort()).toEqual([
    `${file('broken')} > it`,
    `${file('unread')} > the file itself`,
  ]);
  expect(retriedOf([suite])).toEqual([`${file('lucky')} > it`]);
  expect(suite.errors.join()).toContain('caught by nobody');
  removeReports([folder]);
  expect(readReports([folder])).toEqual([]);
});

test('reports what pytest ran, with the retries listed beside it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.reports'));
  writeFileSync(
    join(folder, '.reports/automl.xml'),
    `<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5" time="1.2">
<testcase classname="tests.t" name="a" time="0.4" /><testcase classname="tests.t" name="a" time="0.1" /><testcase classname="tests.t" name="tests=99" time="0.2"><system-out>x</system-out></testcase>
<testcase classname="tests.t" name="b" time="0.3"><failure message="no">&lt;testcase</failure></testcase>
<testcase classname="" name="tests.u" time="0.0"><error message="collection failure">no</error></testcase>
<testcase classname="tests.v" name="c" time="2.0"><skipped message="no">no</skipped></testcase></testsuite></testsuites>`,
  );
  writeFileSync(join(folder, '.reports/automl.retried'), 'tests.t a\n');
  const suites = readReports([folder]);
  expect(suites.map(count)).toEqual([{ passed: 2, failed: 2, skipped: 1 }]);
  expect(failuresOf(suites)).toEqual(['tests.t > b', 'tests.u > the file itself']);
  expect(retriedOf(suites)).toEqual(['tests.t > a']);
  expect(slowestFiles(suites, 2)).toEqual([
    { file: 'tests.v', seconds: 2 },
    { file: 'tests.t', seconds: expect.closeTo(0.6) },
  ]);
});
