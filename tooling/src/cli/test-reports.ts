import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Suite = { name: string; passed: number; failed: number; skipped: number };

type VitestReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string }[] }[];
};

/** What the runners wrote: one JSON file of vitest or one JUnit file of pytest each. */
export function readReports(folder: string): Suite[] {
  return globSync('*.{json,xml}', { cwd: folder })
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const counts = file.endsWith('.xml') ? countJunit(text) : countVitest(JSON.parse(text) as VitestReport);
      return { name: basename(file).replace(/\.\w+$/, ''), ...counts };
    });
}

function countVitest({ testResults }: VitestReport): Omit<Suite, 'name'> {
  const statuses = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  // A file that cannot be loaded holds no test that could fail.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed: failed + broken, skipped: statuses.length - passed - failed };
}

function countJunit(xml: string): Omit<Suite, 'name'> {
  const total = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const [tag] of xml.matchAll(/<testsuite\b[^>]*>/g)) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) {
      total[name] += Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
    }
  }
  const failed = total.failures + total.errors;
  return { passed: total.tests - failed - total.skipped, failed, skipped: total.skipped };
}
