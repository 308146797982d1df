import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/stack/paths.ts';

const cruiser = join(import.meta.dirname, '../node_modules/.bin/depcruise');
const rules = join(import.meta.dirname, 'imports.config.mjs');

// Each line of folders is read with the path aliases of its own tsconfig.json.
const areas = [
  { folders: ['apps/web/src'], tsconfig: 'apps/web/tsconfig.json' },
  { folders: ['apps/api/src', 'packages', 'tooling/src', 'tooling/checks'], tsconfig: 'tsconfig.base.json' },
];

/** The rules of imports over a checkout: what they found, or nothing. */
export function brokenImportRules(checkout: string): string {
  return areas
    .map(({ folders, tsconfig }) => ({
      folders: folders.filter((folder) => existsSync(join(checkout, folder))),
      tsconfig,
    }))
    .filter(({ folders }) => folders.length > 0)
    .map(({ folders, tsconfig }) => {
      const alias = existsSync(join(checkout, tsconfig)) ? ['--ts-config', tsconfig] : [];
      const { status, signal, stdout, stderr } = spawnSync(
        cruiser,
        ['--config', rules, ...alias, ...folders],
        {
          cwd: checkout,
          encoding: 'utf8',
        },
      );
      return status === 0 ? '' : stdout + stderr || `The check of imports was ended by ${signal}.\n`;
    })
    .join('');
}

if (import.meta.main) {
  const broken = brokenImportRules(process.argv[2] ?? root);
  if (broken) {
    console.error(broken);
    process.exitCode = 1;
  }
}
