import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../src/stack/paths.ts';

const checks: Record<string, string[]> = {
  'rules of imports': [process.execPath, join(import.meta.dirname, 'imports.ts')],
  'file sizes and names': [process.execPath, join(import.meta.dirname, 'file-sizes.ts')],
  portability: [process.execPath, join(import.meta.dirname, 'portability.ts')],
  'words of the glossary': [process.execPath, join(import.meta.dirname, 'words.ts')],
  'nothing left open': [process.execPath, join(import.meta.dirname, 'left-open.ts')],
  'unused code': [join(import.meta.dirname, '../node_modules/.bin/knip'), '--no-progress'],
};

for (const [name, [command = '', ...args]] of Object.entries(checks)) {
  try {
    await promisify(execFile)(command, args, { cwd: root, maxBuffer: 10_000_000 });
    console.log(`ok      ${name}`);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    console.error(`BROKEN  ${name}\n${(stdout + stderr).trim()}\n`);
    process.exitCode = 1;
  }
}
