import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endProcess, identify, isRunning, type ProcessIdentity } from './processes/process-identity.ts';
import { tryLink } from './try-link.ts';

export type RunState = ProcessIdentity & {
  address: string;
  /** Of the embedded Postgres, where it is used. */
  postgresPort?: number;
  children: Record<string, ProcessIdentity>;
};

/** In place of the address of what does not serve yet. */
export const stillStarting = 'still starting';

export class AlreadyRunning extends Error {
  readonly state: RunState;
  constructor(state: RunState, folder: string) {
    super(
      `Rowcast already runs on the data folder ${folder} (process ${state.pid}, ${state.address}). ` +
        'End it first, or name another folder in ROWCAST_DATA.',
    );
    this.state = state;
  }
}

export function readRunFile(file: string): RunState | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunState;
  } catch {
    return undefined;
  }
}

/** Who runs on this data folder now, if anyone. */
export function runningProduct(file: string): RunState | undefined {
  const state = readRunFile(file);
  return state && isRunning(state) ? state : undefined;
}

export type RunFile = {
  update(change: Partial<RunState>): void;
  child(name: string, pid: number): void;
  remove(): void;
};

/** Takes the data folder for this process, after ending what a killed one left running. */
export async function takeRunFile(file: string): Promise<RunFile> {
  mkdirSync(dirname(file), { recursive: true });
  const state: RunState = { ...identityOfThisProcess(), address: stillStarting, children: {} };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  try {
    while (!tryLink(draft, file)) await clearStale(file);
  } finally {
    rmSync(draft, { force: true });
  }
  const save = () => {
    writeFileSync(draft, JSON.stringify(state, null, 2), { mode: 0o600 });
    renameSync(draft, file);
  };
  return {
    update(change) {
      Object.assign(state, change);
      save();
    },
    child(name, pid) {
      const identity = identify(pid);
      if (identity) state.children[name] = identity;
      save();
    },
    remove: () => rmSync(file, { force: true }),
  };
}

function identityOfThisProcess(): ProcessIdentity {
  const identity = identify(process.pid);
  if (!identity) throw new Error('The start time of this process cannot be read.');
  return identity;
}

async function clearStale(file: string): Promise<void> {
  const state = readRunFile(file);
  if (state && isRunning(state)) throw new AlreadyRunning(state, dirname(file));
  for (const child of Object.values(state?.children ?? {}).reverse()) {
    await endProcess(child, { signal: 'SIGTERM', graceMs: 10_000, group: isRunning(child) });
  }
  if (readRunFile(file)?.pid === state?.pid) rmSync(file, { force: true });
}
