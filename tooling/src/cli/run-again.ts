import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readReports, type Suite } from './test-reports.ts';
import type { TestScript } from './test-scripts.ts';

/** More than so many are a fault, not chance. */
const mostFiles = 5;

/**
 * Runs the files in which a test failed a second time, by themselves. Those that pass are put into `suites` as they
 * went then.
 *
 * @returns By suite, what failed at first only: each is a test, or a product, that depends on its luck.
 */
export async function runAgain(
  suites: Suite[],
  scripts: TestScript[],
  reports: string,
): Promise<Map<string, string[]>> {
  const flaky = new Map<string, string[]>();
  const broken = suites.flatMap((suite) => brokenFiles(suite));
  if (broken.length === 0 || broken.length > mostFiles) return flaky;
  for (const suite of suites) {
    const files = brokenFiles(suite);
    const script = scripts.find((each) => each.suite === suite.name);
    if (files.length === 0 || !script) continue;
    const folder = join(reports, 'again', suite.name);
    mkdirSync(folder, { recursive: true });
    await run(script, files, folder);
    const second = readReports(folder).find(({ name }) => name === suite.name);
    for (const file of files) {
      const now = second?.files.get(file);
      if (!now || now.failures.length > 0 || now.passed === 0) continue;
      const tests = suite.files.get(file)?.failures.map((test) => `${file} > ${test}`) ?? [];
      flaky.set(suite.name, [...(flaky.get(suite.name) ?? []), ...tests]);
      suite.files.set(file, now);
    }
  }
  return flaky;
}

const brokenFiles = ({ files }: Suite): string[] =>
  [...files].filter(([, { failures }]) => failures.length > 0).map(([file]) => file);

async function run({ script, folder, suite }: TestScript, files: string[], reports: string): Promise<void> {
  console.log(`\nOnce more, by themselves, of ${suite}: ${files.join(', ')}`);
  const env = { ...process.env, ROWCAST_REPORTS: reports };
  const child = spawn('pnpm', ['run', script, ...files.map(pathOf)], { cwd: folder, stdio: 'inherit', env });
  await once(child, 'exit');
}

/** pytest names modules, vitest files. */
const pathOf = (file: string) => (/[/\\]/.test(file) ? file : `${file.replaceAll('.', '/')}.py`);
