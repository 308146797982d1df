// Rowcast beside FLAML, AutoGluon, MLJAR and a plain XGBoost: the same tables, split and budget, one at a time.
// Results in measured/ come from earlier runs with the same lock files. Delete a file to measure it again.
// Usage: node bench/automl/main.ts [--data FOLDER] [--budget S] [--peers A,B] [--tables A,B] [--seeds 0,1,2] [--out FOLDER]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { automlPython, root } from '@rowcast/tooling/stack/paths';
import { pythonOf } from '../environments.ts';

const environmentOf: Record<string, string | undefined> = {
  rowcast: undefined,
  'autogluon-best': 'autogluon',
  autogluon: 'autogluon',
  flaml: 'flaml',
  mljar: 'mljar',
  xgb: 'xgb',
};

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '../shared/data') },
    budget: { type: 'string', default: '60' },
    peers: { type: 'string', default: Object.keys(environmentOf).join(',') },
    tables: { type: 'string', default: '' },
    seeds: { type: 'string', default: '0,1,2' },
    out: { type: 'string', default: join(root, '.results/automl') },
  },
});

const lockOf = (environment: string) => join(import.meta.dirname, 'requirements', `${environment}.lock`);
const interpreters: string[] = [];
for (const peer of values.peers.split(',')) {
  if (!(peer in environmentOf)) {
    throw new Error(`There is no peer "${peer}"; there are ${Object.keys(environmentOf).join(', ')}.`);
  }
  const environment = environmentOf[peer];
  interpreters.push(`${peer}=${environment ? pythonOf(lockOf(environment)) : automlPython}`);
}

const bench = spawn(
  automlPython,
  [
    ...['-m', 'automl', '--data', resolve(values.data), '--budget', values.budget],
    ...['--tables', values.tables, '--seeds', values.seeds, '--out', resolve(values.out)],
    ...interpreters,
  ],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => bench.kill(signal));
const [code] = (await once(bench, 'exit')) as [number | null];
process.exitCode = code ?? 1;
