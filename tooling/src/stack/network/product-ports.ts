import type { Environment } from '../environment.ts';
import { freePort, whyNotFree } from './ports.ts';

export type Ports = { host: string; api: number; modelServer: number; postgres: number; valkey: number };

type Listener = { what: string; setting: string; usual: number; host: string };

const loopback = '127.0.0.1';

/** The usual ports, or free ones where those are taken; a port asked for by number is never exchanged. */
export async function choosePorts(given: Environment, say: (sentence: string) => void): Promise<Ports> {
  const host = given.HOST ?? loopback;
  const taken = new Set<number>();
  const take = (port: number) => {
    taken.add(port);
    return port;
  };
  const choose = async (listener: Listener) => {
    const { what, setting, usual } = listener;
    const asked = given[setting];
    if (asked === '0') return take(await freePort(undefined, taken));
    if (asked) return take(await askedPort(listener, asked));
    const why = await whyTaken(usual, listener);
    const port = take(await freePort(why ? undefined : usual, taken));
    if (port !== usual) say(`Port ${usual} is taken; the ${what} uses ${port}`);
    return port;
  };
  return {
    host,
    api: await choose({ what: 'console', setting: 'PORT', usual: 3000, host }),
    modelServer: given.MODEL_SERVER_URLS
      ? 0
      : await choose({
          ...{ what: 'model server', setting: 'MODEL_SERVER_PORT', usual: 8100 },
          host: given.MODEL_SERVER_HOST ?? loopback,
        }),
    postgres: given.DATABASE_URL
      ? 0
      : await choose({ what: 'database', setting: 'POSTGRES_PORT', usual: 5433, host: loopback }),
    valkey: given.REDIS_URL
      ? 0
      : await choose({ what: 'queue', setting: 'VALKEY_PORT', usual: 6380, host: loopback }),
  };
}

async function askedPort(listener: Listener, asked: string): Promise<number> {
  const { what, setting } = listener;
  const port = Number(asked);
  if (!/^\d+$/.test(asked) || port > 65_535) {
    throw new Error(`${setting}=${asked} is no port. Give a number from 1 to 65535, or 0 for any free one.`);
  }
  const why = await whyTaken(port, listener);
  if (!why) return port;
  const subject = `Port ${asked}, asked for as the port of the ${what},`;
  if (why === 'EACCES') {
    throw new Error(`${subject} is for root alone. Ask for one above 1023, with a proxy before it.`);
  }
  throw new Error(`${subject} is taken. End what listens there or ask for another.`);
}

/** Why a port can't be had; another one would not help where the address is not of this machine. */
async function whyTaken(port: number, { what, setting, host }: Listener): Promise<string | undefined> {
  const why = await whyNotFree(port, host);
  if (why !== 'EADDRNOTAVAIL') return why;
  throw new Error(
    `The ${what} can't listen on ${host}: it is no address of this machine. ` +
      `Name one in ${setting.replace('PORT', 'HOST')}, or 0.0.0.0 for all.`,
  );
}
