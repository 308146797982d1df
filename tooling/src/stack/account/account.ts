import { execFileSync, spawnSync } from 'node:child_process';

/** Whom a process runs as; nothing means the current user. */
export type Account = { uid: number; gid: number };

const ownName = 'rowcast';

/** The account `rowcast`, which is created where there is none. Without it, Postgres could not run either. */
export function systemAccount(): Account {
  const own = lookUp(ownName);
  if (own) return own;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName]);
  const account = lookUp(ownName) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new Error(
    `Postgres cannot run as root and no other account could be made. Run "useradd --system ${ownName}" or start as an ordinary user.`,
  );
}

/** The account of a process that root starts and that must not run as root. */
export const unprivilegedAccount = (): Account | undefined =>
  process.getuid?.() === 0 ? systemAccount() : undefined;

/** Name or number of a user; nothing where the system does not know it. */
function lookUp(user: string): Account | undefined {
  try {
    const [, , uid, gid] = execFileSync('getent', ['passwd', user], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split(':');
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

/** The owner of a file, unless it is root or an account that the system does not know. */
export const knownAccount = (uid: number): Account | undefined => (uid === 0 ? undefined : lookUp(`${uid}`));

export function canReach(account: Account | undefined, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, stdio: 'ignore', cwd: '/' })
      .status === 0
  );
}
