import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder, root } from '../stack/paths.ts';
import { databaseUrl } from './database-url.ts';
import { exitOf } from './stop-request.ts';

const options = {
  'database-url': { type: 'string' },
  'storage-url': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Verifies the objects of a store of one's own, or of the product that runs. */
export async function scrub(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  const given = givenEnvironment();
  const folder = pathToFileURL(dataFolder(given.ROWCAST_DATA).objects).href;
  const env = {
    ...process.env,
    ...given,
    DATABASE_URL: values['database-url'] ?? databaseUrl(),
    STORAGE_URL: values['storage-url'] ?? given.STORAGE_URL ?? folder,
  };
  const child = spawn(process.execPath, ['src/scrub.ts', ...(values.json ? ['--json'] : [])], {
    cwd: resolve(root, 'apps/api'),
    env,
    stdio: 'inherit',
  });
  return (await exitOf(child)) ?? 1;
}
