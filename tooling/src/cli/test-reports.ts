import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileReport, SuiteReport } from '../testing/report.ts';

/** Results of a suite by file: as vitest names it, or as the module that pytest names. */
export type Suite = { name: string; files: Map<string, FileReport>; errors: string[] };

const reports = (packages: string[], kinds: string) =>
  globSync(packages.map((folder) => join(folder, '.reports', kinds)));

/** Forgets earlier runs. */
export function removeReports(packages: string[]): void {
  for (const file of reports(packages, '*')) rmSync(file);
}

/** What the runners of these packages wrote: one JSON file of vitest or one JUnit file of pytest a suite. */
export function readReports(packages: string[]): Suite[] {
  return reports(packages, '*.{json,xml}')
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const name = basename(file).replace(/\.\w+$/, '');
      if (file.endsWith('.xml')) return { name, files: readJunit(text, retriedBeside(file)), errors: [] };
      const { files, errors } = JSON.parse(text) as SuiteReport;
      return { name, files: new Map(Object.entries(files)), errors };
    });
}

/** JUnit has no word for a retry, so pytest's are listed in a file of their own: a module and a test a line. */
const retriedBeside = (file: string): string[] =>
  globSync(join(dirname(file), `${basename(file, '.xml')}.retried`)).flatMap((list) =>
    readFileSync(list, 'utf8').split('\n').filter(Boolean),
  );

function readJunit(xml: string, retried: string[]): Suite['files'] {
  const tests = xml.matchAll(
    /<testcase classname="([^"]*)" name="([^"]*)"(?: time="([^"]*)")?[^>]*?(?:\/>|>\s*(?:<(failure|error|skipped)\b)?)/g,
  );
  // A test that was retried stands there once for each attempt, of which the last counts.
  const last = new Map([...tests].map((found) => [`${found[1]} ${found[2]}`, found]));
  const files: Suite['files'] = new Map();
  for (const [id, [, module = '', name = '', seconds, outcome]] of last) {
    // A module that cannot be imported has no class of tests: its name stands in the other place.
    const file = module || name;
    const report = files.get(file) ?? { passed: 0, skipped: 0, failures: [], retried: [], seconds: 0 };
    files.set(file, report);
    report.seconds += Number(seconds ?? 0);
    if (outcome === undefined) report.passed += 1;
    else if (outcome === 'skipped') report.skipped += 1;
    else report.failures.push(module ? name : 'the file itself');
    if (retried.includes(id)) report.retried.push(name);
  }
  return files;
}

export const count = ({ files }: Suite) =>
  [...files.values()].reduce(
    (sum, { passed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failures.length,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

const byTest = (suites: Suite[], kind: 'failures' | 'retried'): string[] =>
  suites.flatMap(({ files }) =>
    [...files].flatMap(([file, report]) => report[kind].map((test) => `${file} > ${test}`)),
  );

/** Failed tests, by file and name. */
export const failuresOf = (suites: Suite[]): string[] => byTest(suites, 'failures');

/** Tests that passed on a retry only. */
export const retriedOf = (suites: Suite[]): string[] => byTest(suites, 'retried');

/** The files that took longest, slowest first. */
export const slowestFiles = (suites: Suite[], count: number): { file: string; seconds: number }[] =>
  suites
    .flatMap(({ files }) => [...files].map(([file, { seconds }]) => ({ file, seconds })))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count);
