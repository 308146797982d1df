import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wayToRunAs } from '../stack/account/as-account.ts';
import { type RunAs, spawnAs } from '../stack/account/run-as.ts';
import { type Environment, givenEnvironment } from '../stack/environment.ts';
import { type DataFolder, dataFolder, root } from '../stack/paths.ts';
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
  const data = dataFolder(given.ROWCAST_DATA);
  const folder = pathToFileURL(data.objects).href;
  const env = {
    ...process.env,
    ...given,
    DATABASE_URL: values['database-url'] ?? databaseUrl(),
    STORAGE_URL: values['storage-url'] ?? given.STORAGE_URL ?? folder,
  };
  const command = [
    process.execPath,
    resolve(root, 'apps/api/src/scrub.ts'),
    ...(values.json ? ['--json'] : []),
  ];
  const way = env.STORAGE_URL === folder ? wayOfOwner(data, given) : undefined;
  return (await exitOf(spawnAs(way, command, { env, stdio: 'inherit' }))) ?? 1;
}

/** The checksums that are recorded become files of the data folder's owner. */
function wayOfOwner(data: DataFolder, given: Environment): RunAs | undefined {
  const { uid, gid } = existsSync(data.folder) ? statSync(data.folder) : { uid: 0, gid: 0 };
  if (process.getuid?.() !== 0 || uid === 0) return undefined;
  const found = wayToRunAs({ uid, gid }, data, given);
  return 'way' in found ? found.way : undefined;
}
