import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitOf, stopRequest } from './stop-request.ts';
import { type FileReport, readReports, type Suite } from './test-reports.ts';
import type { TestScript } from './test-scripts.ts';

/** More than so many are a fault, not chance. */
const mostFiles = 5;

/**
 * Runs each file in which a test failed a second time, by itself. What passes then is put into `suites` as it went.
 *
 * @returns By suite, what failed at first only: each is a test, or a product, that depends on its luck.
 */
export async function runAgain(
  suites: Suite[],
  scripts: TestScript[],
  reports: string,
): Promise<Map<string, string[]>> {
  const flaky = new Map<string, string[]>();
  const broken = suites.flatMap((suite) =>
    [...suite.files].filter(([, { failures }]) => failures.length > 0).map(([file]) => ({ suite, file })),
  );
  if (broken.length > mostFiles) return flaky;
  for (const [at, { suite, file }] of broken.entries()) {
    const script = scripts.find((each) => each.suite === suite.name);
    const first = suite.files.get(file);
    if (!script || !first) continue;
    const now = await run(script, file, join(reports, 'again', `${at}`));
    if (!now || !isMended(first, now)) continue;
    const known = flaky.get(suite.name) ?? [];
    flaky.set(suite.name, [...known, ...first.failures.map((test) => `${file} > ${test}`)]);
    suite.files.set(file, now);
  }
  return flaky;
}

/** Every test that failed has passed by now, and none was left out instead. */
const isMended = (first: FileReport, now: FileReport): boolean =>
  now.failures.length === 0 &&
  now.skipped <= first.skipped &&
  now.passed >= Math.max(1, first.passed + first.failures.length);

/** How the file went; nothing where its runner failed, whatever it wrote. */
async function run(
  { script, folder, suite }: TestScript,
  file: string,
  reports: string,
): Promise<FileReport | undefined> {
  console.log(`\nOnce more, by itself, of ${suite}: ${file}`);
  mkdirSync(reports, { recursive: true });
  const env = { ...process.env, ROWCAST_REPORTS: reports };
  const child = spawn('pnpm', ['run', script, pathOf(file)], { cwd: folder, stdio: 'inherit', env });
  const code = await exitOf(child).catch((error: Error) => {
    stopRequest().signal.throwIfAborted();
    console.log(`It can't be run: ${error.message}`);
    return 1;
  });
  if (code !== 0) return undefined;
  return readReports(reports)
    .find(({ name }) => name === suite)
    ?.files.get(file);
}

/** pytest names modules, vitest files. */
const pathOf = (file: string) => (/[/\\]/.test(file) ? file : `${file.replaceAll('.', '/')}.py`);
