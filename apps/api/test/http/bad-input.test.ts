import { allRoutes, type RouteContract, screenRoutes, userRoutes } from '@rowcast/contracts';
import document from '@rowcast/contracts/openapi.json' with { type: 'json' };
import { createApi, createModel } from '@rowcast/testkit/factories';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { profiledDataset } from '../models/profiled-dataset.ts';

let app: TestApp;
let pool: Pool;
beforeAll(async () => {
  app = await startApp();
  pool = new Pool(app.url, { connections: 1 });
});
afterAll(async () => {
  await pool.close();
  await app.close();
});

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Place = (string | number)[];

const bad: Record<string, string> = {
  null: 'null',
  'a number': '-1',
  'a huge number': '1e308',
  'a truth value': 'true',
  'an array': '[]',
  'an array of arrays': '[[null]]',
  'an object': '{}',
  'an empty text': '""',
  'a long text': JSON.stringify('x'.repeat(100_000)),
  'a NUL': '"ab\\u0000cd"',
  'half of a character': '"ab\\ud800cd"',
  'control characters': '"a\\r\\n\\tb\\u202e"',
};

/** All elements of an array have the same checks, so the first represents them. */
const partsOf = (value: object): [string, Json][] =>
  Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);

const places = (value: Json, place: Place = []): Place[] =>
  typeof value === 'object' && value !== null
    ? [place, ...partsOf(value).flatMap(([name, each]) => places(each, [...place, name]))]
    : [place];

const mark = '@@bad@@';
function put(value: Json, [first, ...rest]: Place): Json {
  if (first === undefined) return mark;
  if (Array.isArray(value)) return value.map((each, at) => (at === Number(first) ? put(each, rest) : each));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, each]) => [name, name === first ? put(each, rest) : each]),
  );
}

const mounts: [string, readonly RouteContract[]][] = [
  ['/api/v1', allRoutes],
  ['/api', Object.values(screenRoutes)],
  ['', Object.values(userRoutes)],
];
const operations = document.paths as Record<string, Record<string, { requestBody?: { content: object } }>>;
const exampleOf = (prefix: string, { path, method }: RouteContract): Json | undefined => {
  const shown = operations[prefix + path.replace(/:(\w+)/g, '{$1}')]?.[method]?.requestBody?.content;
  return (shown as Record<string, { example?: Json }> | undefined)?.['application/json']?.example;
};
const sent = mounts.flatMap(([prefix, routes]) =>
  routes.flatMap((route) => {
    const example = exampleOf(prefix, route);
    return example === undefined ? [] : [{ id: prefix + route.id, prefix, route, example }];
  }),
);

async function someone(): Promise<{ user: SignedIn; ids: Record<string, string> }> {
  const user = await app.signIn();
  const { workspaceId, userId } = user;
  const api = (await createApi(app.sql, { workspaceId })).id;
  const model = (await createModel(app.sql, { workspaceId, apiId: api })).id;
  return { user, ids: { api, mdl: model, ds: await profiledDataset(app, workspaceId), usr: userId } };
}

/** A path of things that are there, where this person has them. */
function address({ path, params }: RouteContract, ids: Record<string, string>): string {
  const whole = path.replace('/users/:id', `/users/${ids.usr}`);
  const kind = /models/.test(path) ? 'mdl' : /datasets/.test(path) ? 'ds' : 'api';
  return whole.replace(/:id/, ids[kind] ?? '').replace(/:\w+/g, params ? (ids.api ?? '') : '');
}

interface Refusal {
  message?: string;
  error?: { code: string };
  fields?: object[];
}

/** Thousands of calls, over one connection. */
async function send({ method }: RouteContract, path: string, { headers }: SignedIn, body: string) {
  const answer = await pool.request({
    method: method.toUpperCase() as 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, answer: isJson ? (JSON.parse(text) as Refusal) : undefined };
}

const ofExample = (text: string, ids: Record<string, string>) =>
  text.replace(/"(api|ds|mdl|usr)_[0-9a-f]{32}"/g, (all, kind: string) => JSON.stringify(ids[kind] ?? all));

test.each(sent)(
  '$id takes no bad value for a good one, and never falls over',
  async ({ prefix, route, example }) => {
    const found: string[] = [];
    let { user, ids } = await someone();
    let calls = 0;
    for (const place of places(example).filter((each) => each.length < 5)) {
      for (const [name, value] of Object.entries(bad)) {
        calls += 1;
        if (calls % 400 === 0) ({ user, ids } = await someone());
        const body = ofExample(JSON.stringify(put(example, place)), ids).replace(`"${mark}"`, () => value);
        const { status, answer } = await send(route, prefix + address(route, ids), user, body);
        const message = String(answer?.message ?? '');
        const where = `${name} at ${place.join('.') || 'the top'}: ${status} ${answer?.error?.code ?? ''}`;
        if (status >= 500) found.push(where);
        else if (status >= 400 && !/^["A-Z].+\.$/s.test(message)) found.push(`${where} ${message}`);
        else if (status === 400 && answer?.error?.code === 'VALIDATION_FAILED' && !answer.fields?.length)
          found.push(`${where} names no field: ${message}`);
      }
    }
    expect(found).toEqual([]);
  },
  120_000,
);

const lists = allRoutes.filter((route) => 'query' in route && !('download' in route)) as RouteContract[];
test.each(lists)('$id refuses bad parameters by name', async (route) => {
  const { user, ids } = await someone();
  const found: string[] = [];
  for (const name of Object.keys(route.query?.shape ?? {}))
    for (const value of [
      '',
      '-1',
      '0',
      '1e9',
      '9'.repeat(40),
      'NaN',
      '\u0000',
      '\ud800x',
      'x'.repeat(5_000),
      "' or 1=1",
    ]) {
      const query = `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`;
      const answer = await app.request.get(`/api/v1${address(route, ids)}?${query}`).set(user.headers);
      const { status, body } = answer;
      if (status >= 500 || (status === 400 && !body.fields?.length))
        found.push(`${name}=${value.slice(0, 20)}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  expect(found).toEqual([]);
});
