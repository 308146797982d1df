// Tables from 10 thousand to 3 million rows: time inside the budget, memory under its limit, a score that does not
// fall; 10 million rows of Parquet profiled and 2 million rows predicted in bounded memory.
// Usage: node bench/scale/main.ts [--parts train,profile,predict] [--rows 10000,…] [--budget S] [--memory MB]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { automlPython } from '@rowcast/tooling/stack/paths';

const { status } = spawnSync(automlPython, ['-m', 'scale', ...process.argv.slice(2)], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
