import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import type { Account } from './account.ts';
import { closedFolders, inMountView } from './mount-view.ts';

/** How root runs a command as another account. */
export type RunAs = {
  /** What comes before the command. */
  prefix: string[];
  /** Options of `spawn`. */
  identity: Partial<Account>;
};

/** Ports below are for root, or for a process with this capability. */
const firstOrdinaryPort = 1024;

/**
 * Finds a way to run commands as an account, without any way back to root: `setpriv` clears all capabilities and sets
 * `no_new_privs`. A mount namespace opens the way to paths in closed folders, such as a checkout in /root.
 *
 * @param needs Paths that the account must reach.
 * @param port One below 1024 keeps the capability to listen there.
 * @returns The best way first.
 */
export function waysToRunAs(account: Account, needs: readonly string[], port: number): RunAs[] {
  const closed = closedFolders(account, needs);
  const view = inMountView(closed);
  const kept = port > 0 && port < firstOrdinaryPort ? ['+net_bind_service'] : [];
  const capabilities = (set: string) => `--${set}-caps=${['-all', ...kept].join(',')}`;
  const setpriv = [
    ...['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs'],
    ...[capabilities('inh'), ...(kept.length > 0 ? [capabilities('ambient')] : [])],
    `--bounding-set=${['-all', ...kept].join(',')}`,
    '--',
  ];
  const withSetpriv = { prefix: [...view, ...setpriv], identity: {} };
  const plain = { prefix: [], identity: account };
  return closed.length > 0 ? [withSetpriv] : [withSetpriv, plain];
}

/** The first way in which a command succeeds, or the last words of the one that failed last. */
export function firstThatWorks(
  ways: readonly RunAs[],
  probe: readonly string[],
): { way: RunAs } | { problem: string } {
  let problem = '';
  for (const way of ways) {
    const [command = '', ...args] = [...way.prefix, ...probe];
    const { status, stderr, error } = spawnSync(command, args, {
      ...way.identity,
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status === 0) return { way };
    problem = (stderr || error?.message || '').trim().split('\n').at(-1) ?? '';
  }
  return { problem };
}

/** Starts a command as an account; without a way, as the current user. */
export function spawnAs(
  way: RunAs | undefined,
  command: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [program = '', ...args] = [...(way?.prefix ?? []), ...command];
  return spawn(program, args, { ...options, ...way?.identity, cwd: '/' });
}
