// The estimate before a training against what it took, as ratios, on tables of different size and shape.
// Usage: node bench/estimate/main.ts
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { automlPython } from '@rowcast/tooling/stack/paths';

const { status } = spawnSync(automlPython, [join(import.meta.dirname, 'main.py')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
