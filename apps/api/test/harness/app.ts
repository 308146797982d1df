import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { queueNames, slotsKey } from '@rowcast/contracts';
import { createMember, type Member } from '@rowcast/testkit/factories';
import { freshDatabase, freshRedis, type ServiceAddresses } from '@rowcast/testkit/services';
import type pg from 'pg';
import supertest from 'supertest';
import { inject } from 'vitest';
import { signAccessToken } from '../../src/features/auth/index.ts';
import { createApiServer, type Pauses } from '../../src/http/server.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { closeServices, openServices, type Services } from '../../src/platform/services.ts';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { watchErrors } from './answered-errors.ts';
import { newestMail } from './mail.ts';
import { watchChanges } from './recorded-changes.ts';
import { testEnvironment } from './settings.ts';

export interface SignedIn extends Member {
  token: string;
  /** Headers of a signed-in call. */
  headers: { authorization: string };
}

export interface TestApp {
  url: string;
  services: Services;
  sql: pg.Pool;
  request: ReturnType<typeof supertest>;
  /** A new user with a session; in a workspace of their own unless one is given. */
  signIn(member?: Parameters<typeof createMember>[1]): Promise<SignedIn>;
  /** The code in the newest mail to this address. */
  codeFor(email: string): Promise<string>;
  close(): Promise<void>;
}

export interface AppOptions extends Pauses {
  env?: Record<string, string>;
  clock?: Clock;
  /** Services of the test's own, when it is going to stop them. */
  addresses?: ServiceAddresses;
  /** Whether jobs are only handed out to processes that the test starts; else there is always a free slot. */
  ownWorkers?: boolean;
}

/** Free slots of every queue, as many workers would report. */
async function reportSlots({ redis }: Services): Promise<void> {
  const slots = Object.fromEntries(queueNames.map((queue) => [queue, 10_000]));
  await redis.zadd(slotsKey, Number.MAX_SAFE_INTEGER, JSON.stringify({ process: 'test', slots }));
}

/** The real server on a free port, with a database and a keyspace of its own. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const { clock = systemClock, addresses = inject('services'), env: given, ownWorkers, ...pauses } = options;
  const [DATABASE_URL, REDIS_URL] = await Promise.all([freshDatabase(addresses), freshRedis(addresses)]);
  const { env, folder } = testEnvironment({ DATABASE_URL, REDIS_URL, ...given });
  const services = openServices(loadConfig(env), 'api', clock);
  if (services.redis.status !== 'ready') await once(services.redis, 'ready');
  if (!ownWorkers) await reportSlots(services);
  const { server, close } = createApiServer(services, pauses);
  const changes = watchChanges(server, inject('seenFile'));
  const errors = watchErrors(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sql = services.db.$client;
  return {
    url,
    services,
    sql,
    request: supertest(url),
    async signIn(member = {}) {
      const created = await createMember(sql, member);
      const token = signAccessToken(services, created);
      return { ...created, token, headers: { authorization: `Bearer ${token}` } };
    },
    async codeFor(email) {
      const { code } = await newestMail({ sql, services }, email);
      if (!code) throw new Error(`the newest mail to ${email} has no code`);
      return code;
    },
    async close() {
      await close();
      errors.check();
      // A test may have taken the database away.
      const reachable = await sql.query('select 1').catch(() => null);
      if (reachable) await changes.check(sql);
      await closeServices(services);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
