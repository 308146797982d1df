import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How the tests of one file went. One that could not be loaded is its own failure. */
export type FileReport = { passed: number; skipped: number; failures: string[] };

/** By file: as vitest names it, or as the module that pytest names. */
export type Suite = { name: string; files: Map<string, FileReport> };

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** What the runners wrote: one JSON file of vitest or one JUnit file of pytest each. */
export function readReports(folder: string): Suite[] {
  return globSync('*.{json,xml}', { cwd: folder })
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const files = file.endsWith('.xml') ? readJunit(text) : readVitest(JSON.parse(text) as VitestReport);
      return { name: basename(file).replace(/\.\w+$/, ''), files };
    });
}

function readVitest({ testResults }: VitestReport): Suite['files'] {
  return new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const having = (wanted: string) => assertionResults.filter((test) => test.status === wanted);
      const failures = having('failed').map(({ fullName }) => fullName);
      const passed = having('passed').length;
      const skipped = assertionResults.length - passed - failures.length;
      if (status === 'failed' && failures.length === 0) failures.push('the file itself');
      return [name, { passed, skipped, failures }];
    }),
  );
}

function readJunit(xml: string): Suite['files'] {
  const files: Suite['files'] = new Map();
  const tests = xml.matchAll(
    /<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>\s*(?:<(failure|error|skipped)\b)?)/g,
  );
  for (const [, module = '', name = '', outcome] of tests) {
    // A module that cannot be imported has no class of tests: its name stands in the other place.
    const file = module || name;
    const report = files.get(file) ?? { passed: 0, skipped: 0, failures: [] };
    files.set(file, report);
    if (outcome === undefined) report.passed += 1;
    else if (outcome === 'skipped') report.skipped += 1;
    else report.failures.push(module ? name : 'the file itself');
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

/** What failed, by file and test. */
export const failuresOf = (suite: Suite): string[] =>
  [...suite.files].flatMap(([file, { failures }]) => failures.map((test) => `${file} > ${test}`));
