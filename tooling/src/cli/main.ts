import { NotReady } from '../stack/processes/readiness.ts';
import { AlreadyRunning } from '../stack/run-file.ts';
import { exitCode, UsageError } from './exit-codes.ts';

// A closed terminal must not keep the product from being stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const [name = '', ...args] = process.argv.slice(2);

const commands: Record<string, () => Promise<(args: string[]) => Promise<number>>> = {
  audit: async () => (await import('./audit.ts')).audit,
  scrub: async () => (await import('./scrub.ts')).scrub,
  dev: async () => (await import('./dev.ts')).dev,
  demo: async () => (await import('./demo.ts')).demo,
  test: async () => (await import('./test.ts')).test,
  verify: async () => (await import('./verify.ts')).verify,
  up: async () => (await import('./up.ts')).up,
};

try {
  const run = await commands[name]?.();
  if (!run) throw new UsageError(`There is no command "${name}".`);
  process.exitCode = await run(args);
} catch (error) {
  process.exitCode = codeFor(error);
  if (process.exitCode !== exitCode.interrupted)
    console.error(error instanceof Error ? error.message : error);
}
// The channel to the launcher would keep this process alive.
if (process.connected) process.disconnect();

function codeFor(error: unknown): number {
  if (error instanceof AlreadyRunning) return exitCode.alreadyRunning;
  if (error instanceof NotReady) return exitCode.notReady;
  if (error instanceof DOMException && error.name === 'AbortError') return exitCode.interrupted;
  const code = (error as { code?: string }).code ?? '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS') ? exitCode.usage : exitCode.failed;
}
