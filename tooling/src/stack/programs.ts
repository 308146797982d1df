import { join } from 'node:path';
import type { Environment, programEnvironments } from './environment.ts';
import { automl, automlPython, root } from './paths.ts';
import type { Program } from './processes/program.ts';

export type ProgramName = 'api' | 'jobs' | 'worker' | 'model server';

type Named = Program & { name: ProgramName };

/** Larger, it would hardly ever be collected by itself, but with all the rest, which takes many times as long. */
const youngGeneration = '--max-semi-space-size=16';

/** Our own programs in the order of their start, the api first. */
export function programs(
  environments: ReturnType<typeof programEnvironments>,
  given: Environment,
): [Named, ...Named[]] {
  const node = (name: ProgramName, entry: string): Named => ({
    name,
    command: process.execPath,
    args: [youngGeneration, join(root, 'apps/api/src', entry)],
    cwd: join(root, 'apps/api'),
    env: environments.node,
    graceMs: 15_000,
  });
  const python = (name: ProgramName, entry: string, env: Environment): Named => ({
    name,
    command: automlPython,
    args: ['-m', `rowcast_automl.entrypoints.${entry}`],
    cwd: automl,
    env,
    graceMs: 20_000,
  });
  return [
    node('api', 'main.ts'),
    { ...node('jobs', 'jobs.ts'), terminal: true },
    python('worker', 'worker', environments.worker),
    ...(given.MODEL_SERVER_URLS ? [] : [python('model server', 'serve', environments.modelServer)]),
  ];
}
