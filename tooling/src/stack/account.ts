import { execFileSync, spawnSync } from 'node:child_process';

/** Whom a process runs as; nothing means the current user. */
export type Account = { uid: number; gid: number };

const ownName = 'rowcast';

/** Postgres refuses to run as root; there it gets an account of its own, made once. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const own = lookUp(ownName);
  if (own) return own;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName]);
  const account = lookUp(ownName) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new Error(
    `Postgres cannot run as root and no other account could be made. Run "useradd --system ${ownName}" or start as an ordinary user.`,
  );
}

function lookUp(name: string): Account | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

export function canReach(account: Account | undefined, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, stdio: 'ignore', cwd: '/' })
      .status === 0
  );
}
