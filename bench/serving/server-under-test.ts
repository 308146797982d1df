import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './load.ts';
import type { Row, Table } from './table.ts';
import { family } from './usage.ts';

/** A server under measurement. */
export type Served = {
  name: string;
  target: Target;
  body(rows: Row[]): string;
  shares(answer: unknown): number[];
  pids(): number[];
  coldStartMs: number;
  stop(): Promise<void>;
};

export type Launch = Pick<Served, 'name' | 'body' | 'shares'> & {
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  target: Target;
};

const patienceMs = 90_000;

/** Starts a server and waits for its first right answer. */
export async function serve({ command, args, cwd, env, ...server }: Launch, table: Table): Promise<Served> {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: cwd ?? table.folder,
    env: { ...process.env, ...env, BENCH_FOLDER: table.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-2_000);
    });
  }
  const stop = () => stopGroup(child);
  try {
    await firstAnswer(server, table, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`${server.name} gave no right answer:\n${output}`, { cause: error });
  }
  const pid = child.pid ?? 0;
  return { ...server, coldStartMs: performance.now() - begun, pids: () => family([pid]), stop };
}

/** Asks for one row until it is answered as the training program would. */
export async function firstAnswer(
  server: Pick<Served, 'name' | 'target' | 'body' | 'shares'>,
  table: Table,
  ended = () => false,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await answersRight(server, table, 1))) {
    if (ended() || performance.now() > deadline) throw new Error(`${server.name} does not answer`);
    await sleep(5);
  }
}

export async function answersRight(
  { name, target, body, shares }: Pick<Served, 'name' | 'target' | 'body' | 'shares'>,
  { rows, answers }: Table,
  count: number,
): Promise<boolean> {
  const { origin, path, headers } = target;
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers,
    body: body(rows.slice(0, count)),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  if (!answer?.ok) return false;
  const found = shares(await answer.json());
  const wrong = answers
    .slice(0, count)
    .find((wanted, at) => !(Math.abs(wanted - (found[at] ?? Number.NaN)) < 1e-5));
  if (wrong !== undefined) throw new Error(`${name} answers otherwise than the pipeline`);
  return true;
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  const force = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 5_000);
  await exited;
  clearTimeout(force);
}
