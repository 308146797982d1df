// Tables from 10 thousand to 3 million rows: time inside the budget, memory under its limit, a score that does not
// fall; 10 million rows of Parquet profiled and 2 million rows predicted in bounded memory; two Ray nodes against one.
// Usage: node bench/scale/main.ts [--parts train,profile,predict,nodes] [--rows 10000,…] [--budget S] [--memory MB]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { automl, automlPython } from '@rowcast/tooling/stack/paths';
import { pythonOf } from '../environments.ts';

const args = process.argv.slice(2);
const { values } = parseArgs({ args, options: { parts: { type: 'string' } }, strict: false });
const nodes = values.parts === undefined || `${values.parts}`.split(',').includes('nodes');
const cluster = nodes ? ['--cluster', pythonOf(join(automl, 'requirements-cluster.lock'), automl)] : [];
const { status } = spawnSync(automlPython, ['-m', 'scale', ...args, ...cluster], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
