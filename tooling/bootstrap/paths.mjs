import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A Node as old as 20.0 knows no import.meta.dirname.
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const bootstrapFolder = join(root, 'tooling/bootstrap');
export const toolchain = join(root, '.toolchain');
export const automl = join(root, 'services/automl');
export const automlPython = join(automl, '.venv/bin/python');
export const toolPython = join(toolchain, 'python/bin/python');
export const uv = join(toolchain, 'python/bin/uv');

const npmPackages = join(toolchain, 'node/node_modules');
const platform = `${process.platform}-${process.arch}`;
export const node = join(npmPackages, `node-${platform}/bin/node`);
export const pnpm = join(npmPackages, `@pnpm/exe.${platform}/pnpm`);
