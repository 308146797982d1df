import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultApiSettings } from '@rowcast/contracts';
import { createModel } from '@rowcast/testkit/factories';
import { startStack, type TestStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import pg from 'pg';
import { firstAnswer, type Launch, type Served } from './server-under-test.ts';
import type { Row, Table } from './table.ts';

export const signingKey = randomBytes(32).toString('base64');

export const form = {
  body: (rows: Row[]) => JSON.stringify({ instances: rows }),
  shares: (answer: unknown) =>
    (answer as { predictions: { probabilities: Record<string, number> }[] }).predictions.map(
      ({ probabilities }) => probabilities['1'] ?? 0,
    ),
};

export type Rowcast = Served & {
  stack: TestStack;
  modelServer: string;
  modelServerPid(): number;
  /** Deploys one of the bundles, by its position. */
  deploy(index: number): Promise<void>;
};

/** The whole product as `npm start` runs it, with the first bundle deployed behind a key, a limit and a log. */
export async function startRowcast(table: Table, bundleHashes = [table.bundleHash]): Promise<Rowcast> {
  const port = `${await freePort()}`;
  const stack = await startStack({ BUNDLE_SIGNING_KEY: signingKey, MODEL_SERVER_PORT: port });
  const bundles = join(stack.folder, 'data/objects/bundles');
  mkdirSync(bundles, { recursive: true });
  for (const hash of bundleHashes)
    copyFileSync(join(table.folder, 'objects/bundles', `${hash}.rowcast`), join(bundles, `${hash}.rowcast`));
  const modelServerPid = () => stack.pid('model server') ?? 0;
  const rowcast = {
    name: 'rowcast',
    ...form,
    ...(await deployed(stack, bundleHashes)),
    stack,
    modelServer: `http://127.0.0.1:${port}`,
    modelServerPid,
    pids: () => [stack.pid('api') ?? 0, modelServerPid()],
    stop: () => stack.stop(),
  };
  await firstAnswer(rowcast, table);
  const begun = performance.now();
  await stack.kill('model server');
  await firstAnswer(rowcast, table);
  return { ...rowcast, coldStartMs: performance.now() - begun };
}

async function deployed({ address, code, databaseUrl }: TestStack, bundleHashes: readonly string[]) {
  const client = clientOf(address);
  const email = 'bench@example.com';
  const person = { name: 'Bench', email, phoneNumber: '+14155550100' };
  await client.json('POST', '/api/v1/auth/signup', { body: person });
  const body = { email, otp: await code(email) };
  const { token } = await client.json<{ token: string }>('POST', '/api/v1/auth/verify-otp', { body });
  const send = <T>(method: string, path: string, body: unknown) =>
    client.json<T>(method, `/api/v1/apis${path}`, { body, token });
  const api = await send<{ id: string }>('POST', '', { name: 'Bench', type: 'prediction' });
  const settings = { ...defaultApiSettings, rateLimitRequests: 1_000_000, rateLimitWindow: 1 };
  await send('PUT', `/${api.id}`, { settings });
  const models = await modelsOf(databaseUrl, api.id, bundleHashes);
  const deploy = async (index: number) => {
    await send('POST', `/${api.id}/deploy`, { modelId: models[index] });
  };
  await deploy(0);
  const { key } = await send<{ key: string }>('POST', `/${api.id}/keys`, { name: 'Bench' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return { deploy, target: { origin: address, path: `/api/v1/predict/${api.id}`, headers } };
}

async function modelsOf(connectionString: string, apiId: string, bundleHashes: readonly string[]) {
  const db = new pg.Pool({ connectionString, max: 1 });
  try {
    const { rows } = await db.query('select workspace_id from apis where id = $1', [apiId]);
    const ids: string[] = [];
    for (const [index, hash] of bundleHashes.entries()) {
      const { id } = await createModel(db, { workspaceId: rows[0]?.workspace_id, apiId, version: index + 1 });
      await db.query(`update models set status = 'ready', bundle_hash = $2 where id = $1`, [id, hash]);
      ids.push(id);
    }
    return ids;
  } finally {
    await db.end();
  }
}

/** The same path to the same model server, without key, limit and log. */
export async function unguarded({ modelServer }: Rowcast, { bundleHash }: Table): Promise<Launch> {
  const port = await freePort();
  return {
    name: 'no key, limit, log',
    ...form,
    command: process.execPath,
    args: [join(import.meta.dirname, 'unguarded-server.ts'), `${port}`, modelServer, bundleHash],
    target: {
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      headers: { 'content-type': 'application/json' },
    },
  };
}
