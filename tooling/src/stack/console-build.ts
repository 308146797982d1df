import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root, toolchain, webDist } from './paths.ts';

const inputs = [
  'apps/web/{src,public,scripts}/**/*',
  'apps/web/*.{json,ts,html}',
  'packages/contracts/src/**/*',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];
const stampFile = join(toolchain, 'console.stamp');

/** Builds the console unless what was built last came from the same sources. */
export async function buildConsole(say: (sentence: string) => void, signal?: AbortSignal): Promise<void> {
  const stamp = hashOfInputs();
  if (
    existsSync(join(webDist, 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  )
    return;
  say('Building the console');
  const since = Date.now();
  // A build that ends half way must not pass for the one before.
  rmSync(stampFile, { force: true });
  try {
    await promisify(execFile)('pnpm', ['run', 'build'], {
      cwd: join(root, 'apps/web'),
      // Started by a test runner, vite would else build React for development.
      env: { ...process.env, PATH: ownPrograms(), NODE_ENV: 'production' },
      maxBuffer: 50_000_000,
      ...(signal && { signal }),
    });
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw new Error(
      `The console could not be built:\n${(stdout + stderr || message).trim().split('\n').slice(-20).join('\n')}`,
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`Built the console (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}

/** Puts this Node and pnpm first on the PATH. */
const ownPrograms = () =>
  [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

if (import.meta.main) await buildConsole(console.log);
