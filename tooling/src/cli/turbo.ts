import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../stack/paths.ts';
import { exitOf } from './stop-request.ts';

type Summary = {
  tasks: { taskId: string; execution?: { exitCode: number; startTime: number; endTime: number } }[];
};

export type TaskOutcome = { task: string; ok: boolean; seconds: number };

/** Runs tasks over all packages, prints their output and returns the outcome of each. */
export async function turbo(
  tasks: string[],
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<TaskOutcome[]> {
  const runs = join(root, '.turbo/runs');
  rmSync(runs, { recursive: true, force: true });
  const child = spawn(
    join(root, 'node_modules/.bin/turbo'),
    ['run', ...tasks, '--continue=always', '--summarize', '--output-logs=full', ...args],
    { cwd: root, stdio: 'inherit', env: { ...env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' } },
  );
  const code = await exitOf(child);
  const file = globSync('*.json', { cwd: runs })[0];
  if (!file) return [{ task: 'turbo', ok: code === 0, seconds: 0 }];
  const { tasks: done } = JSON.parse(readFileSync(join(runs, file), 'utf8')) as Summary;
  const outcomes = done
    .filter(({ execution }) => execution)
    .map(({ taskId, execution }) => ({
      task: taskId.replace('@rowcast/', '').replace('//', 'all').replace('#', ' '),
      ok: execution?.exitCode === 0,
      seconds: ((execution?.endTime ?? 0) - (execution?.startTime ?? 0)) / 1000,
    }));
  // What it does not lay to a task is still a failure.
  return code === 0 || outcomes.some(({ ok }) => !ok)
    ? outcomes
    : [...outcomes, { task: 'turbo', ok: false, seconds: 0 }];
}

export function printOutcomes(outcomes: TaskOutcome[]): void {
  for (const { task, ok, seconds } of outcomes.toSorted((a, b) => a.task.localeCompare(b.task))) {
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${task.padEnd(24)}${seconds.toFixed(1).padStart(7)} s`);
  }
}
