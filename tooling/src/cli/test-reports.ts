import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Suite = {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** What failed: the file and the test. */
  failures: string[];
};

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
      const read = file.endsWith('.xml') ? readJunit(text) : readVitest(JSON.parse(text) as VitestReport);
      return { name: basename(file).replace(/\.\w+$/, ''), ...read };
    });
}

function readVitest({ testResults }: VitestReport): Omit<Suite, 'name'> {
  const statuses = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that cannot be loaded holds no test that could fail.
      return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${name} > ${fullName}`);
    });
  const passed = statuses.filter((status) => status === 'passed').length;
  const skipped = statuses.length - passed - statuses.filter((status) => status === 'failed').length;
  return { passed, failed: failures.length, skipped, failures };
}

function readJunit(xml: string): Omit<Suite, 'name'> {
  const total = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const [tag] of xml.matchAll(/<testsuite\b[^>]*>/g)) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) {
      total[name] += Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
    }
  }
  const failures = [
    ...xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><(?:failure|error)\b/g),
  ];
  const failed = total.failures + total.errors;
  return {
    passed: total.tests - failed - total.skipped,
    failed,
    skipped: total.skipped,
    failures: failures.map(([, file, test]) => `${file} > ${test}`),
  };
}
