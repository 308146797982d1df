import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reports, root } from '../stack/paths.ts';
import { UsageError } from './exit-codes.ts';
import { runAgain } from './run-again.ts';
import { count, failuresOf, readReports } from './test-reports.ts';
import { testScripts } from './test-scripts.ts';
import { printOutcomes, type TaskOutcome, turbo } from './turbo.ts';

/** Each keeps the processors busy with workers and databases of its own, and waits for clocks. */
const alone = ['api', 'automl'];

/** The tests of some packages, of which so many suites run beside one another. */
async function testAtOnce(suites: number, packages: string[]): Promise<TaskOutcome[]> {
  // Without a name turbo would take all.
  if (packages.length === 0) return [];
  const filters = packages.map((name) => `--filter=@rowcast/${name}`);
  const env = { ...process.env, ROWCAST_REPORTS: reports };
  return turbo(['test', 'test:e2e'], [...filters, `--concurrency=${suites}`], env);
}

/** Types, lint and rules, then every test of every package; with names of packages only those packages' tests. */
export async function test(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const scripts = testScripts().filter(
    (each) => positionals.length === 0 || positionals.includes(each.package),
  );
  const unknown = positionals.find((name) => !scripts.some((each) => each.package === name));
  if (unknown) {
    const known = [...new Set(testScripts().map((each) => each.package))].join(', ');
    throw new UsageError(`There are no tests of "${unknown}"; there are some of ${known}.`);
  }
  const checked = positionals.length > 0 ? [] : await turbo(['typecheck', 'lint', 'check'], []);
  const packages = new Set(scripts.map((each) => each.package));
  const { together = [], apart = [] } = Object.groupBy(packages, (name) =>
    alone.includes(name) ? 'apart' : 'together',
  );
  const tested = [...(await testAtOnce(2, together)), ...(await testAtOnce(1, apart))];

  const suites = readReports(reports);
  const flaky = await runAgain(suites, scripts, reports);
  const counts = suites.map((suite) => ({ name: suite.name, ...count(suite), failures: failuresOf(suite) }));
  const missing = scripts.filter(
    ({ suite }) => !counts.some(({ name, passed, failed }) => name === suite && passed + failed > 0),
  );
  const failures = counts.flatMap((suite) => suite.failures);
  console.log('');
  for (const failure of failures) console.log(`FAILED  ${failure.replace(`${root}/`, '')}`);
  for (const test of [...flaky.values()].flat())
    console.log(`FLAKY   ${test.replace(`${root}/`, '')} (passed when run again)`);
  // A runner that failed for nothing but tests that then passed.
  const excused = scripts
    .filter(({ suite }) => flaky.has(suite) && !existsSync(join(reports, `${suite}.errors`)))
    .filter(({ suite }) => counts.some(({ name, failed }) => name === suite && failed === 0))
    .map((each) => `${each.package} ${each.script}`);
  const outcomes = [
    ...checked,
    ...tested.map((each) => ({ ...each, ok: each.ok || excused.includes(each.task) })),
  ];
  printOutcomes(outcomes);
  console.log('');
  for (const { name, passed, failed, skipped } of counts) {
    console.log(
      `${name.padEnd(16)}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }
  for (const { suite } of missing) console.log(`${suite.padEnd(16)}ran no test`);

  const passed = counts.reduce((sum, suite) => sum + suite.passed, 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length + missing.length === 0 && outcomes.every(({ ok }) => ok) ? 0 : 1;
}
