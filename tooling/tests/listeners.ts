import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

/** Inode and address of each TCP listener of a process's network, from the kernel's own table. */
function socketsOf(pid: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === listening) found.set(inode, local.split(':')[0] ?? '');
    }
  }
  return found;
}

/** The addresses that a process listens on, as the kernel writes them: hexadecimal, each word turned round. */
export function listeningAddresses(pid: number): string[] {
  const sockets = socketsOf(pid);
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    let target = '';
    try {
      target = readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      // Closed since it was listed.
    }
    return sockets.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '') ?? [];
  });
}
