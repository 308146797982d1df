import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reports, root } from '../stack/paths.ts';
import { readReports, type Suite } from './test-reports.ts';
import { printOutcomes, turbo } from './turbo.ts';

/** Suites beside the one that each package with a test script has. */
const furtherSuites: Record<string, string[]> = { web: ['web-e2e'] };

/** Every test of every package, then types, lint and rules; with names of packages only those packages' tests. */
export async function test(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const filters = positionals.map((name) => `--filter=@rowcast/${name}`);
  const tasks = positionals.length > 0 ? ['test'] : ['test', 'typecheck', 'lint', 'check'];
  const env = { ...process.env, ROWCAST_REPORTS: reports, REPORT_FILE: join(reports, 'automl.xml') };
  const outcomes = await turbo(tasks, [...filters, '--concurrency=2'], env);

  const suites = readReports(reports);
  const missing = expectedSuites(positionals).filter(
    (name) => !suites.some((suite) => suite.name === name && total(suite) > 0),
  );
  console.log('');
  printOutcomes(outcomes);
  console.log('');
  for (const { name, passed, failed, skipped } of suites) {
    console.log(
      `${name.padEnd(16)}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }
  for (const failure of suites.flatMap(({ failures }) => failures)) {
    console.log(`FAILED  ${failure.replace(`${root}/`, '')}`);
  }
  for (const name of missing) console.log(`${name.padEnd(16)}ran no test`);
  const broken = outcomes.filter(({ ok }) => !ok);
  for (const { task } of broken) console.log(`The task "${task}" failed`);

  const failed = sum(suites, 'failed');
  console.log(`${sum(suites, 'passed')} passed, ${failed} failed`);
  return failed + missing.length + broken.length === 0 ? 0 : 1;
}

function expectedSuites(only: string[]): string[] {
  return globSync('{apps,packages,services}/*/package.json', { cwd: root })
    .concat('tooling/package.json', 'bench/package.json')
    .map(
      (file) =>
        JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string; scripts?: { test?: string } },
    )
    .filter(({ scripts }) => scripts?.test)
    .map(({ name }) => name.replace('@rowcast/', ''))
    .filter((name) => only.length === 0 || only.includes(name))
    .flatMap((name) => [name, ...(furtherSuites[name] ?? [])]);
}

const total = ({ passed, failed, skipped }: Suite) => passed + failed + skipped;
const sum = (suites: Suite[], what: 'passed' | 'failed') =>
  suites.reduce((whole, suite) => whole + suite[what], 0);
