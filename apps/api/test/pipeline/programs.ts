import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const python = `${root}services/automl/.venv/bin/python`;

export interface Program {
  pid: number;
  /** Lines of its log so far. */
  lines: string[];
  kill(signal?: NodeJS.Signals): Promise<void>;
}

interface Start {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Asked about each line of its log, and ten times a second, until it says that the program can be used. */
  ready(line: string): boolean | Promise<boolean>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function start({ command, args, cwd, env, ready }: Start): Promise<Program> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    const ask = async (line: string) => {
      if (await ready(line)) resolve();
    };
    timer = setInterval(() => ask(''), 100);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        void ask(line);
      });
    }
    exited.then(() => reject(new Error(`${args.join(' ')} ended:\n${lines.slice(-20).join('\n')}`)), reject);
  }).finally(() => clearInterval(timer));
  return {
    pid: child.pid ?? 0,
    lines,
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      const cutOff = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(cutOff);
    },
  };
}

export const startNode = (entry: 'main.ts' | 'jobs.ts', env: Record<string, string>): Promise<Program> =>
  start({
    command: process.execPath,
    args: [`${root}apps/api/src/${entry}`],
    cwd: `${root}apps/api`,
    env: { ...env, LOG_LEVEL: 'info' },
    ready: (line) => line.includes(entry === 'main.ts' ? 'api is listening' : 'jobs are running'),
  });

export const startWorker = (env: Record<string, string>): Promise<Program> =>
  start({
    command: python,
    args: ['-m', 'rowcast_automl.entrypoints.worker'],
    cwd: `${root}services/automl`,
    env: { ...env, LOG_LEVEL: 'info', TRAIN_THREADS: '1' },
    ready: (line) => line.includes('worker_ready'),
  });

export const startModelServer = (env: Record<string, string>, port: number): Promise<Program> =>
  start({
    command: python,
    args: ['-m', 'rowcast_automl.entrypoints.serve'],
    cwd: `${root}services/automl`,
    env: { ...env, LOG_LEVEL: 'info', MODEL_SERVER_PORT: String(port) },
    ready: () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
