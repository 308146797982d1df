import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Guard } from './guard.ts';
import type { Running } from './keep-running.ts';
import { endProcess, identify } from './process-identity.ts';

export type Program = {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  graceMs: number;
  /** It has a third output (TERMINAL_FD), for what no log may contain. */
  terminal?: boolean;
};

/** Starts one of our own programs in a process group of its own, under guard, its lines going to `line`. */
export async function launchProgram(
  program: Program,
  guard: Guard,
  line: (text: string) => void,
  terminal: (text: string) => void = () => undefined,
): Promise<Running> {
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: { ...program.env, ...(program.terminal && { TERMINAL_FD: '3' }) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', program.terminal ? 'pipe' : 'ignore'],
  });
  const exited = once(child, 'exit').then(
    ([code, signal]) => `${signal ?? `exit code ${code}`}`,
    (error: Error) => error.message,
  );
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  if (!identity) throw new Error(`${program.command}: ${await exited}`);
  guard.watch(identity.pid, { graceMs: program.graceMs, group: true });
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', line);
  const third = child.stdio[3];
  if (third instanceof Readable) createInterface({ input: third }).on('line', terminal);
  void exited.then(() => guard.release(identity.pid));
  return {
    pid: identity.pid,
    exited,
    stop: () => endProcess(identity, { signal: 'SIGTERM', graceMs: program.graceMs, group: true }),
  };
}
