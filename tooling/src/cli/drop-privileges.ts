import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { withoutPrivileges } from '../stack/account/as-account.ts';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder } from '../stack/paths.ts';
import { NotReady } from '../stack/processes/readiness.ts';
import { AlreadyRunning, runningProduct } from '../stack/run-file.ts';
import { stopRequest } from './stop-request.ts';

/**
 * Runs the product as the account of the data folder, if this process is root's.
 *
 * @returns Its exit code; nothing where this process has to run it itself.
 */
export async function runUnprivileged(): Promise<number | undefined> {
  const child = await launch(['inherit', 'inherit', 'inherit', 'ipc']);
  if (!child) return undefined;
  const { asked } = stopRequest();
  void asked.then(() => child.kill('SIGTERM'));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
}

/** Starts the product in the same way for a while, and resolves when it is ready. */
export async function startUnprivileged(): Promise<{ address: string; stop(): Promise<void> } | undefined> {
  const child = await launch(['ignore', 'ignore', 'inherit', 'ipc']);
  if (!child) return undefined;
  const { asked } = stopRequest();
  void asked.then(() => child.kill('SIGTERM'));
  const exited = once(child, 'exit');
  const ready = once(child, 'message').then(([message]) => (message as { address: string }).address);
  const address = await Promise.race([ready, exited.then(() => undefined)]);
  if (address === undefined)
    throw new NotReady('Rowcast ended while it was started. Its last lines say why.');
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function launch(stdio: StdioOptions): Promise<ChildProcess | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const given = givenEnvironment();
  const data = dataFolder(given.ROWCAST_DATA);
  const running = runningProduct(data.runFile);
  if (running) throw new AlreadyRunning(running, data.folder);
  const say = (sentence: string) => console.error(`rowcast ${sentence}`);
  const start = await withoutPrivileges(data, given, say, stopRequest().signal);
  return start?.(['up'], { stdio });
}
