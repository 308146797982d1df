import type { Environment } from './environment.ts';
import { freePort, isFree } from './ports.ts';

export type Ports = { host: string; api: number; modelServer: number; postgres: number; valkey: number };

const defaults = { api: 3000, modelServer: 8100, postgres: 5433, valkey: 6380 };

/** The usual ports, or free ones where those are taken; a port asked for by name is never exchanged. */
export async function choosePorts(given: Environment, say: (sentence: string) => void): Promise<Ports> {
  const host = given.HOST ?? '127.0.0.1';
  const taken = new Set<number>();
  const choose = async (what: string, usual: number, asked?: string) => {
    if (asked === '0') return take(await freePort(undefined, taken));
    if (asked && Number(asked) !== usual) {
      if (await isFree(Number(asked), host)) return take(Number(asked));
      throw new Error(
        `Port ${asked}, asked for as the port of the ${what}, is taken. End what listens there or ask for another.`,
      );
    }
    const port = take(await freePort((await isFree(usual, host)) ? usual : undefined, taken));
    if (port !== usual) say(`Port ${usual} is taken; the ${what} uses ${port}`);
    return port;
  };
  const take = (port: number) => {
    taken.add(port);
    return port;
  };
  return {
    host,
    api: await choose('console', defaults.api, given.PORT),
    modelServer: await choose('model server', defaults.modelServer, given.MODEL_SERVER_PORT),
    postgres: given.DATABASE_URL ? 0 : await choose('database', defaults.postgres, given.POSTGRES_PORT),
    valkey: given.REDIS_URL ? 0 : await choose('queue', defaults.valkey, given.VALKEY_PORT),
  };
}
