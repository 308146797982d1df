import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';

/** For `test.reporters` of a vitest config: "rowcast test" names a folder and adds up what lies in it afterwards. */
export function reporters(suite: string): (string | [string, { outputFile: string }] | Reporter)[] {
  const folder = process.env.ROWCAST_REPORTS;
  if (!folder) return ['default'];
  return ['default', ['json', { outputFile: join(folder, `${suite}.json`) }], errorsBeside(folder, suite)];
}

/** Notes what a run's end found wrong, which no reporter hears of any more. */
export function noteError(suite: string, error: Error): void {
  const folder = process.env.ROWCAST_REPORTS;
  if (folder) writeFileSync(errorsFile(folder, suite), error.message);
}

const errorsFile = (folder: string, suite: string) => join(folder, `${suite}.errors`);

/** What went wrong outside of all tests, which the other reporters do not write down. */
const errorsBeside = (folder: string, suite: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ message, stack }) => stack ?? message);
    if (texts.length > 0) writeFileSync(errorsFile(folder, suite), texts.join('\n\n'));
  },
});
