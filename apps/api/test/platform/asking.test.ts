import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../src/platform/log/log.ts';
import { modelServer } from '../../src/platform/model-server.ts';
import { closeAll, closing } from './answering.ts';

afterEach(closeAll);

const log = createLog({ LOG_LEVEL: 'silent', LOG_PRETTY: false }, 'api');
const hash = 'a'.repeat(64);

/** A model server that answers everything so. */
async function answeringAll(status: number, pieces: readonly (string | Buffer)[], ends = true) {
  const server = createServer((_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' });
    for (const piece of pieces) res.write(piece);
    if (ends) res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const models = modelServer({ MODEL_SERVER_URLS: [`http://127.0.0.1:${port}`] }, log);
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
    () => models.close(),
  );
  return models;
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error) => error.code,
  );

test('what a model server answers is taken where it is as agreed', async () => {
  const models = await answeringAll(200, [JSON.stringify({ hash, loadMs: 3, goldenRows: 5 })]);
  expect(await models.load(hash, 'req_12345678')).toEqual({ hash, loadMs: 3, goldenRows: 5 });
  expect(await models.ready()).toBe(true);
});

test('a rejected bundle is named in the error', async () => {
  const said = { error: { code: 'BUNDLE_SIGNATURE_INVALID' }, message: 'The signature does not fit.' };
  const models = await answeringAll(422, [JSON.stringify(said)]);
  expect(await codeOf(models.load(hash, 'req_12345678'))).toMatch(/^BUNDLE_/);
});

test('a model that exceeds the memory is reported as permanent', async () => {
  const said = { error: { code: 'MODEL_TOO_LARGE' }, message: 'Have MODEL_SERVER_MEMORY_MB raised.' };
  const models = await answeringAll(507, [JSON.stringify(said)]);
  for (const asked of [models.load(hash, 'req_12345678'), models.check(hash, [])])
    await expect(asked).rejects.toMatchObject({
      code: 'MODEL_TOO_LARGE',
      message: said.message,
      status: 507,
    });
  const described = await models.describe(hash).catch((error) => error);
  expect([described.code, described.retryAfterSeconds]).toEqual(['MODEL_TOO_LARGE', undefined]);
  const held = { bundles: [], tooLarge: [hash], unloadsAfterSeconds: 60 };
  const { memoryOf } = await answeringAll(200, [JSON.stringify(held)]);
  expect(await memoryOf(hash)).toEqual({ loaded: null, isTooLarge: true, unloadsAfterSeconds: 60 });
  expect((await memoryOf('b'.repeat(64))).isTooLarge).toBe(false);
});

test('a temporary lack of memory may be retried after the given time', async () => {
  const said = { error: { code: 'MODEL_SERVER_BUSY' }, message: 'Try again after the time in Retry-After.' };
  const models = await answeringAll(503, [JSON.stringify(said)]);
  for (const asked of [models.load(hash, 'req_12345678'), models.check(hash, [])])
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_SERVER_BUSY', retryAfterSeconds: 5 });
});

test.each([
  ['is no JSON', ['<html>']],
  ['is not as agreed', ['{"hash": 7}']],
  ['has no end', Array.from({ length: 12 }, () => Buffer.alloc(1024 * 1024, ' '))],
])('an answer that %s is as none', async (_what, pieces) => {
  const models = await answeringAll(200, pieces);
  const asked = [models.load(hash, 'req_12345678'), models.check(hash, []), models.memoryOf(hash)];
  expect(await Promise.all(asked.map(codeOf))).toEqual(Array(3).fill('MODEL_SERVER_UNAVAILABLE'));
});

test('one that begins and does not go on is waited for no longer than its head', async () => {
  const models = await answeringAll(200, ['{'], false);
  expect(await codeOf(models.memoryOf(hash))).toBe('MODEL_SERVER_UNAVAILABLE');
  expect(await models.ready()).toBe(false);
});
