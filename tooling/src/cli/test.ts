import { parseArgs } from 'node:util';
import { root } from '../stack/paths.ts';
import { UsageError } from './exit-codes.ts';
import { count, failuresOf, readReports, removeReports, retriedOf, slowestFiles } from './test-reports.ts';
import { type TestScript, testScripts } from './test-scripts.ts';
import { printOutcomes, type TaskOutcome, turbo } from './turbo.ts';

const slowFiles = 10;

/** Types, lint and rules, then every test of every package; with names of packages only those packages' tests. */
export async function test(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const since = Date.now();
  const scripts = chosen(positionals);
  const folders = [...new Set(scripts.map(({ folder }) => folder))];
  removeReports(folders);
  // Elsewhere what did not change since it last passed is skipped.
  const force = process.env.CI ? ['--force'] : [];
  const filters = positionals.map((name) => `--filter=@rowcast/${name}`);
  const tasks =
    positionals.length > 0 ? ['test', 'test:e2e'] : ['typecheck', 'lint', 'check', 'test', 'test:e2e'];
  const outcomes = await turbo(tasks, [...filters, ...force, '--concurrency=2']);
  return printResult(scripts, folders, outcomes, (Date.now() - since) / 1000);
}

function chosen(packages: string[]): TestScript[] {
  const scripts = testScripts();
  const known = [...new Set(scripts.map((each) => each.package))];
  const unknown = packages.find((name) => !known.includes(name));
  if (unknown) {
    throw new UsageError(`There are no tests of "${unknown}"; there are some of ${known.join(', ')}.`);
  }
  return scripts.filter((each) => packages.length === 0 || packages.includes(each.package));
}

function printResult(
  scripts: TestScript[],
  folders: string[],
  outcomes: TaskOutcome[],
  seconds: number,
): number {
  const suites = readReports(folders);
  const failures = failuresOf(suites);
  const counts = suites.map((suite) => ({ name: suite.name, ...count(suite) }));
  const missing = scripts.filter(
    ({ suite }) => !counts.some(({ name, passed, failed }) => name === suite && passed + failed > 0),
  );
  const relative = (text: string) => text.replace(`${root}/`, '');

  console.log('\nSlowest files');
  for (const { file, seconds } of slowestFiles(suites, slowFiles))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(file)}`);
  console.log('');
  for (const test of failures) console.log(`FAILED   ${relative(test)}`);
  for (const test of retriedOf(suites)) console.log(`RETRIED  ${relative(test)} (passed the second time)`);
  for (const { name, errors } of suites)
    for (const error of errors) console.log(`ERROR    ${name}: ${error}`);
  printOutcomes(outcomes);
  console.log('');
  for (const { name, passed, failed, skipped } of counts) {
    console.log(
      `${name.padEnd(16)}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }
  for (const { suite } of missing) console.log(`${suite.padEnd(16)}ran no test`);
  console.log(`Took ${(seconds / 60).toFixed(1)} minutes`);
  const passed = counts.reduce((sum, suite) => sum + suite.passed, 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  const errors = suites.some((suite) => suite.errors.length > 0);
  return failures.length + missing.length === 0 && !errors && outcomes.every(({ ok }) => ok) ? 0 : 1;
}
