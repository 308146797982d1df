import { join } from 'node:path';

/** For `test.reporters` of a vitest config: "rowcast test" names a folder and adds up what lies in it afterwards. */
export function reporters(suite: string): (string | [string, { outputFile: string }])[] {
  const folder = process.env.ROWCAST_REPORTS;
  return folder ? ['default', ['json', { outputFile: join(folder, `${suite}.json`) }]] : ['default'];
}
