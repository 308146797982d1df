import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The code of the error that listening ends with; nothing where the port can be had. */
export function whyNotFree(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

export const isFree = async (port: number, host?: string): Promise<boolean> =>
  (await whyNotFree(port, host)) === undefined;

/** The wanted port, or another free one. Below the range from which systems take outgoing ports. */
export async function freePort(wanted?: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  if (wanted && !taken.has(wanted) && (await isFree(wanted))) return wanted;
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(15_000, 30_000);
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error('No free port between 15000 and 30000 on 127.0.0.1. End a program that listens there.');
}
