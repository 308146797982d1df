import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReports } from '../src/cli/test-reports.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('adds up what vitest and pytest wrote', () => {
  const folder = temporaryFolder();
  const file = (status: string, ...tests: string[]) => ({
    name: 'a',
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: `it ${test}` })),
  });
  const vitest = {
    testResults: [
      file('passed', 'passed', 'passed', 'skipped'),
      file('failed', 'passed', 'failed'),
      file('failed'),
    ],
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(vitest));
  writeFileSync(
    join(folder, 'automl.xml'),
    '<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="1.2"><testcase classname="tests.t" name="tests=99"/><testcase classname="tests.t" name="b" time="0.1"><failure message="no">no</failure></testcase></testsuite></testsuites>',
  );
  expect(readReports(folder)).toEqual([
    { name: 'api', passed: 3, failed: 2, skipped: 1, failures: ['a > it failed', 'a'] },
    { name: 'automl', passed: 4, failed: 3, skipped: 3, failures: ['tests.t > b'] },
  ]);
});
