import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { count, failuresOf, readReports } from '../src/cli/test-reports.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('adds up what vitest and pytest wrote', () => {
  const folder = temporaryFolder();
  const file = (name: string, status: string, ...tests: string[]) => ({
    name,
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: `it ${test}` })),
  });
  const vitest = {
    testResults: [
      file('c', 'passed', 'passed', 'passed', 'skipped'),
      file('a', 'failed', 'passed', 'failed'),
      file('b', 'failed'),
    ],
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(vitest));
  writeFileSync(
    join(folder, 'automl.xml'),
    `<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5" time="1.2">
<testcase classname="tests.t" name="a" time="0.1" /><testcase classname="tests.t" name="tests=99"><system-out>x</system-out></testcase>
<testcase classname="tests.t" name="b" time="0.1"><failure message="no">&lt;testcase</failure></testcase>
<testcase classname="" name="tests.u" time="0.0"><error message="collection failure">no</error></testcase>
<testcase classname="tests.v" name="c" time="0.0"><skipped message="no">no</skipped></testcase></testsuite></testsuites>`,
  );
  const [api, automl] = readReports(folder).map((suite) => ({
    ...count(suite),
    failures: failuresOf(suite),
  }));
  expect(api).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: ['a > it failed', 'b > the file itself'],
  });
  expect(automl).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    failures: ['tests.t > b', 'tests.u > the file itself'],
  });
});
