import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type HouseModelName, seedHouses, seedModel } from '@rowcast/testkit/trained';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CancellationToken } from '../../src/platform/model-server.ts';
import { openLightModels } from '../../src/predict/in-process/light-models.ts';
import type { SignedIn } from '../harness/app.ts';
import { type Person, person, type Serving, startServing, until } from './product.ts';
import { startModelServer } from './programs.ts';

vi.setConfig({ testTimeout: 60_000 });

let product: Serving;
let user: SignedIn;
let anna: Person;

beforeAll(async () => {
  product = await startServing();
  user = await product.app.signIn();
  anna = person(product.app, user);
}, 60_000);
afterAll(() => product?.close());

interface Deployed {
  apiId: string;
  ask(
    body: unknown,
    headers?: Record<string, string>,
    query?: string,
  ): ReturnType<Serving['app']['request']['post']>;
}

/** Deploys a model of the table of houses. */
async function deploy(apiId: string, trained: HouseModelName): Promise<void> {
  const objects = fileURLToPath(product.env.STORAGE_URL ?? '');
  const place = { db: product.app.sql, objects, workspaceId: user.workspaceId, apiId };
  const id = await seedModel(place, { datasetId: await seedHouses(place), trained });
  await anna.post(`/models/${id}/deploy`, {}, 200);
}

async function deployed(name: string, trained: HouseModelName): Promise<Deployed> {
  const apiId = await anna.createApi(name);
  await deploy(apiId, trained);
  const { key } = await anna.createKey(apiId);
  return {
    apiId,
    ask: (body, headers = {}, query = '') =>
      product.app.request
        .post(`/api/v1/predict/${apiId}${query}`)
        .set({ authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers })
        .send(body as object),
  };
}

async function bundleOf({ apiId }: Deployed): Promise<string> {
  const { rows: found } = await product.app.sql.query(
    `select m.bundle_hash from apis a join deployments d on d.id = a.live_deployment_id
     join models m on m.id = d.model_id where a.id = $1`,
    [apiId],
  );
  return found[0].bundle_hash;
}

async function workedOut(): Promise<number> {
  const { text } = await product.app.request.get('/metrics').expect(200);
  return Number(/rowcast_light_predictions_total (\d+)/.exec(text)?.[1] ?? 0);
}

const row = { rooms: 4, area: 80, garden: true, town: 'Wien' };
const rows = Array.from({ length: 40 }, (_, at) => ({
  rooms: 1 + (at % 6),
  area: at % 7 ? 31 + at * 2 : null,
  garden: at % 3 === 0,
  town: ['Graz', 'Wien', 'Linz'][at % 3],
}));

/** Calls until the process works them out itself. */
async function takenIn({ ask }: Deployed): Promise<void> {
  const before = await workedOut();
  await until(async () => {
    await ask(row).expect(200);
    return (await workedOut()) > before;
  });
}

type Kind = [name: string, trained: HouseModelName];

const boostedTrees: Kind = ['boosted trees', 'soldBoosted'];
const kinds: Kind[] = [
  boostedTrees,
  ['boosted trees of several classes', 'gradeBoosted'],
  ['a forest', 'gradeForest'],
  ['a boosted number', 'priceBoosted'],
  ['a linear model', 'priceLinear'],
  ['linear classes', 'soldLinear'],
];

const apis = new Map<string, Deployed>();

/** The API of a kind, made once, whose calls are worked out here. */
async function apiOf(kind: Kind): Promise<Deployed> {
  const api = apis.get(kind[0]) ?? (await deployed(...kind));
  apis.set(kind[0], api);
  await takenIn(api);
  return api;
}

describe.each(kinds)('%s', (...kind) => {
  let api: Deployed;

  beforeAll(async () => {
    api = await apiOf(kind);
  }, 180_000);

  test('is answered here as the model server answers, alone and together, byte for byte but for the last digits', async () => {
    const asOne = await api.ask({ instances: rows }).expect(200);
    const before = await workedOut();
    // A policy of the caller is handled by the model server.
    const there = await api.ask({ instances: rows }, { 'x-rowcast-policy': 'lenient' }).expect(200);
    expect(await workedOut()).toBe(before);
    expect(asOne.body).toMatchObject({ warnings: [], model: there.body.model });
    const shape = (text: string) =>
      text
        .replace(/prd_\w+/, '')
        .replace(/-?\d+(\.\d+)?(e-?\d+)?/g, (number) => Number(number).toPrecision(6));
    expect(shape(asOne.text)).toBe(shape(there.text));
    const alone = await Promise.all(
      rows.map(async (each) => (await api.ask(each).expect(200)).body.predictions[0]),
    );
    expect(alone).toEqual(asOne.body.predictions);
    expect(await workedOut()).toBe(before + rows.length);
  });

  test.each<[string, unknown, Record<string, string>, string]>([
    ['an unseen category', { ...row, town: 'Oslo' }, {}, ''],
    ['a null that training did not know', { ...row, rooms: null }, {}, ''],
    ['a number as text', { ...row, rooms: '4' }, {}, ''],
    ['a number beyond all seen', { ...row, area: 4000 }, {}, ''],
    ['a missing field', { rooms: 4, area: 80, garden: true }, {}, ''],
    ['a further field', { ...row, colour: 'red' }, {}, ''],
    ['a name that every object has', { ...row, constructor: 1 }, {}, ''],
    ['nothing at all', { rooms: null, area: null, garden: null, town: null }, {}, ''],
    ['one invalid row among others', { instances: [row, { ...row, town: 'Oslo' }] }, {}, ''],
    ['no rows', { instances: [] }, {}, ''],
    ['a column that is passed over and holds no cell', { ...row, price: [1] }, {}, ''],
    ['a number without an end', `${JSON.stringify(row).slice(0, -1)},"price":1e400}`, {}, ''],
    ['half of a character', `${JSON.stringify(row).slice(0, -1)},"price":"\\ud800"}`, {}, ''],
    ['a row that is none', { instances: [row, 7] }, {}, ''],
    ['options', { instances: [row], options: { top_k: 1 } }, {}, ''],
    ['options in the address', row, {}, '?explain=true'],
    ['a form of its own', row, { accept: 'text/csv' }, ''],
    ['broken JSON', '{"rooms": 4,', {}, ''],
    ['a mark of the byte order', `\ufeff${JSON.stringify(row)}`, {}, ''],
    ['one object a line', `${JSON.stringify(row)}\n`, { 'content-type': 'application/jsonl' }, ''],
    ['a table', 'rooms,area,garden,town\n4,80,true,Wien\n', { 'content-type': 'text/csv' }, ''],
  ])('leaves %s to the model server', async (_, body, headers, query) => {
    const before = await workedOut();
    const { status } = await api.ask(body, headers, query);
    expect([200, 400, 422]).toContain(status);
    expect(await workedOut()).toBe(before);
  });
});

test('columns of the table that the model does not read may be sent along', async () => {
  const api = await apiOf(boostedTrees);
  const before = await workedOut();
  const { body } = await api.ask({ ...row, price: 5, grade: 'low', sold: 'yes' }).expect(200);
  expect(body.warnings).toEqual([]);
  expect(await workedOut()).toBe(before + 1);
});

test('a model that is deployed in place of a light one is worked out here from its first call on', async () => {
  const api = await apiOf(boostedTrees);
  await deploy(api.apiId, 'priceAgain');
  const before = await workedOut();
  const { body } = await api.ask(row).expect(200);
  expect(typeof body.predictions[0].prediction).toBe('number');
  expect(await workedOut()).toBe(before + 1);
});

test('a model that another has taken the place of leaves the memory at once', async () => {
  const api = await deployed('Replaced', 'soldFormer');
  await takenIn(api);
  const former = await bundleOf(api);
  await deploy(api.apiId, 'soldLater');
  // Its bundle comes back by no deployment, which would have it read before its first call.
  await product.app.sql.query('update models set bundle_hash = $1 where bundle_hash = $2', [
    ...[former, await bundleOf(api)],
  ]);
  await product.app.services.routeNews.announce({ id: randomUUID(), change: { apiId: api.apiId } });
  const before = await workedOut();
  await api.ask(row).expect(200);
  expect(await workedOut()).toBe(before);
}, 120_000);

test('an idle model is unloaded and loaded again on its next call', async () => {
  const bundle = await bundleOf(await apiOf(boostedTrees));
  const config = { LIGHT_MODELS_MB: 128, MODEL_IDLE_SECONDS: 1 };
  let here = 0;
  const models = openLightModels({ ...product.app.services, config }, () => {
    here += 1;
  });
  const asked = {
    ...{ body: Buffer.from(JSON.stringify(row)), contentType: 'application/json', accept: '', query: '' },
    ...{ policy: '', apiPolicy: '', requestId: 'req_idle', timeoutMs: 10_000, scales: false },
  };
  const isAnsweredHere = async () => {
    const before = here;
    const { status } = await models.predict(bundle, asked, new CancellationToken());
    expect(status).toBe(200);
    return here > before;
  };
  await until(isAnsweredHere);
  await sleep(2_500);
  expect(await isAnsweredHere()).toBe(false);
  await until(isAnsweredHere);
  await models.close();
});

test('a network is the model server’s: a row of it takes longer than asking', async () => {
  const api = await deployed('Network', 'soldNetwork');
  const before = await workedOut();
  for (let at = 0; at < 30; at++) await api.ask(row).expect(200);
  expect(await workedOut()).toBe(before);
});

test('plain rows are answered while the model server is away, and odd ones again as soon as it is back', async () => {
  const api = await apiOf(boostedTrees);
  await product.modelServer.kill('SIGKILL');
  await api.ask(row).expect(200);
  await api.ask({ instances: rows }).expect(200);
  const odd = await api.ask({ ...row, town: 'Oslo' }).expect(503);
  expect(Number(odd.headers['retry-after'])).toBeGreaterThan(0);
  product.modelServer = await startModelServer(product.env, product.modelServerPort);
  await until(async () => (await api.ask({ ...row, town: 'Oslo' })).status === 200, 10);
});

test('an API that refuses what is odd has nulls looked at, and all else worked out here', async () => {
  const api = await apiOf(boostedTrees);
  const settings = { oddValues: { default: { null: 'reject' } } };
  await product.app.request.put(`/api/v1/apis/${api.apiId}`).set(user.headers).send({ settings }).expect(200);
  await api.ask({ ...row, area: null }).expect(422);
  const before = await workedOut();
  await api.ask(row).expect(200);
  expect(await workedOut()).toBe(before + 1);
});
