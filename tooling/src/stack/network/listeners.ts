import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

export type Listener = {
  /** As the kernel writes it: hexadecimal, each word turned round. */
  address: string;
  port: number;
};

/** Each TCP listener of a process's network by its inode, from the kernel's own table. */
function socketsOf(pid: number): Map<string, Listener> {
  const found = new Map<string, Listener>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      if (state === listening) found.set(inode, { address, port: Number.parseInt(port, 16) });
    }
  }
  return found;
}

/** What a process listens on. */
export function listenersOf(pid: number): Listener[] {
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

/** Whether it is this process that listens there; false of one that has ended. */
export function listensOn(pid: number | undefined, port: number): boolean {
  try {
    return pid !== undefined && listenersOf(pid).some((listener) => listener.port === port);
  } catch {
    return false;
  }
}
