import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const code = /\.(tsx?|mjs|py|css)$/;
const tests = /(^|\/)(tests?|e2e)\/|\.(test|spec)\.tsx?$|(^|\/)conftest\.py$/;
const generated = /\.gen\.|(^|\/)generated(\.py$|\/)|(^|\/)migrations\//;

/** The files that belong to a checkout, tracked or about to be. */
export function filesOf(checkout: string): string[] {
  const list = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: checkout,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
    },
  );
  return list.split('\0').filter(Boolean);
}

export const isSource = (file: string) => code.test(file) && !tests.test(file) && !generated.test(file);

/** Empty for a file that was deleted but is still tracked. */
export function textOf(checkout: string, file: string): string {
  try {
    return readFileSync(join(checkout, file), 'utf8');
  } catch {
    return '';
  }
}

/** Runs a check as a program: prints what it found and exits with 1 if that is anything. */
export function report(problems: string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
