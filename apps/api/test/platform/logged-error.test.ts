import { execFileSync, spawnSync } from 'node:child_process';
import { RowcastError } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { work } from '../../src/features/jobs/run-worker.ts';
import { loggedError } from '../../src/platform/errors/logged-error.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const canary = 'canary-4711';
const thrownBy = async (task: () => unknown): Promise<unknown> => {
  try {
    await task();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

const insertTwice = async () => {
  const insert = () =>
    app.services.db.execute(
      sql`insert into workspaces (id, slug, name, plan, created_at) values (${canary}, ${canary}, ${canary}, 'free', now())`,
    );
  await insert();
  await insert();
};

/** What each driver throws at, with a value in it that belongs to a customer, and what the log is to say of it. */
const faults: Record<string, [() => unknown, string]> = {
  'a value that Postgres cannot read': [
    () => app.services.db.execute(sql`select ${canary}::text::int`),
    '22P02',
  ],
  'a row that is there already': [insertTwice, '23505'],
  'a row without what it must have': [
    () => app.services.db.execute(sql`insert into workspaces (id, name) values (${`${canary}2`}, ${canary})`),
    '23502',
  ],
  'a query straight to the driver': [() => app.sql.query('select $1::uuid', [canary]), '22P02'],
  'a command that Redis does not know': [() => app.services.redis.call('NOSUCH', canary), 'unknown command'],
  'a password that Redis refuses': [() => app.services.redis.auth('default', canary), 'ReplyError'],
  'a script that fails': [
    () => app.services.redis.eval(`return redis.call('INCRBY', KEYS[1], ARGV[1])`, 1, 'n', canary),
    'ReplyError',
  ],
  'an address with a password': [
    () => request(`http://me:${canary}@127.0.0.1:9/?token=${canary}`),
    'ECONNREFUSED',
  ],
  'an address that is none': [() => new URL(`//${canary}`), 'ERR_INVALID_URL'],
  'a text that is not JSON': [() => JSON.parse(`{"a": ${canary}}`), 'SyntaxError'],
  'a result that is not as agreed': [
    () => z.object({ rows: z.object({ [canary]: z.number() }) }).parse({ rows: { [canary]: canary } }).rows,
    'ZodError',
  ],
  'a mailbox that refuses': [() => Promise.reject(new Error(`550 <${canary}@example.test> unknown`)), '550'],
  'a sentence for its caller': [
    () => Promise.reject(new RowcastError('VALIDATION_FAILED', { message: `${canary} is no number` })),
    'VALIDATION_FAILED',
  ],
  'what caused another': [
    () =>
      app.services.db.execute(sql`select ${canary}::text::int`).catch((cause) => {
        throw new RowcastError('INTERNAL', { cause });
      }),
    '22P02',
  ],
  'a head that looks like a frame': [
    () => Promise.reject(new Error(`first\n    at ${canary}@example.test (/a.ts:1:1)\nlast`)),
    'first',
  ],
  'no error at all': [() => Promise.reject({ password: canary }), 'object'],
};

test.each(Object.entries(faults))(
  'the log says nothing of what was sent: %s',
  async (_name, [task, said]) => {
    const logged = JSON.stringify(loggedError(await thrownBy(task)));
    expect(logged).not.toContain(canary);
    expect(logged).toContain(said);
  },
);

test('whatever stands in the places of its words, an error is logged', () => {
  const odd = Object.assign(new Error('x'), { message: { a: 1 }, stack: 5, name: null });
  expect(loggedError(odd)).toEqual({ type: 'Error', message: '' });
});

test('a fatal error reports the origin of its innermost cause', () => {
  const end = new URL('../../src/platform/process.ts', import.meta.url).href;
  const script = `import { runUntilSignal } from '${end}';
const innermost = function innermost() { return new Error('the first'); };
const error = [2, 3, 4].reduce((cause, n) => new Error('no. ' + n, { cause }), innermost());
await runUntilSignal(() => Promise.reject(error));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('the first');
  expect(stderr).toContain('innermost (');
});

test('a logged message is truncated and keeps its origin', () => {
  const logged = loggedError(new Error('long '.repeat(10_000)));
  expect(logged.message.length).toBeLessThan(400);
  expect(logged.stack?.join('\n')).toContain('logged-error.test.ts');
  expect(JSON.stringify(logged).length).toBeLessThan(5_000);
});

test.each([true, false])('a line of the log has an error in this form alone, for people: %s', (pretty) => {
  const log = new URL('../../src/platform/log/log.ts', import.meta.url).href;
  const script = `import { createLog } from '${log}';
const err = Object.assign(new Error('went wrong'), { parameters: ['${canary}'], detail: '${canary}', body: '${canary}' });
const log = createLog({ LOG_LEVEL: 'info', LOG_PRETTY: ${pretty} }, 'api');
log.error({ err }, 'first');
log.child({ requestId: 'req_1' }).warn({ err }, 'second');`;
  const written = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(written.match(/went wrong/g)).toHaveLength(2);
  expect(written).not.toContain(canary);
});

test('what the queue keeps of a failed attempt holds nothing of a query either', async () => {
  const { queues, db } = app.services;
  const stop = work(app.services, {
    queue: 'maintenance',
    run: () => db.execute(sql`select ${canary}::text::int`),
  });
  const queue = queues.get('maintenance');
  const { id = '' } = await queue.add('maintenance', {}, { attempts: 1 });
  await expect.poll(async () => (await queue.getJob(id))?.getState(), { timeout: 10_000 }).toBe('failed');
  await stop();
  const kept = JSON.stringify(await queue.getJob(id));
  expect(kept).not.toContain(canary);
  expect(kept).toContain('22P02');
});
