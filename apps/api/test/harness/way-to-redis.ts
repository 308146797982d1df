import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Services } from '../../src/platform/services.ts';

/** A way to Redis beside the straight one, for as long as the test leaves it open. */
export async function wayTo(redisUrl: string) {
  const url = new URL(redisUrl);
  const { hostname: host, port } = url;
  const open = new Set<net.Socket>();
  let isBarred = false;
  let turnedAway = 0;
  const endAll = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const server = net.createServer((near) => {
    open.add(near.on('error', () => {}));
    if (isBarred) {
      turnedAway += 1;
      near.destroy();
      return;
    }
    const far = net.connect(Number(port), host);
    open.add(far.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Drops all packets from now on, without closing either side. */
    cut() {
      for (const socket of open) socket.unpipe().pause();
    },
    /** Ends all that is under way, and all that comes. */
    bar() {
      isBarred = true;
      endAll();
    },
    /** How often somebody came meanwhile. */
    turnedAway: () => turnedAway,
    unbar() {
      isBarred = false;
    },
    close() {
      endAll();
      server.close();
    },
  };
}

/** How many connections in the keyspace of the test wait at one of the commands. */
export async function waitingAt(
  { redis, config }: Pick<Services, 'redis' | 'config'>,
  ...commands: string[]
): Promise<number> {
  const keyspace = new URL(config.REDIS_URL).pathname.slice(1);
  const connections = String(await redis.client('LIST')).split('\n');
  return connections
    .filter((line) => line.includes(` db=${keyspace} `))
    .filter((line) => commands.some((command) => line.includes(`cmd=${command}`))).length;
}
