import { createDataset } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import { put } from '../account/stored.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  ({ id } = await createDataset(app.sql, { workspaceId: user.workspaceId }));
  await put(app, objectKeys.table(id), Buffer.from(table, 'base64'));
});
afterAll(() => app.close());

/**
 * As DuckDB writes, to Parquet, the rows ('2026-03-01 10:30:00.123456', 1, 'a', '2026-03-01'),
 * ('2026-03-01 10:30:00.123', 2, 'b', '1969-12-31'), ('1969-12-31 23:59:59.999999', 3, 'c', null),
 * ('2026-03-02 00:00:00', 4, null, null) and (null, 5, 'e', null) of "at" timestamp, "10" int, name varchar, "2" date.
 */
const table = [
  'UEFSMRUAFVAVTiwVChUAFQYVBgAAKEQEAAAACAECAEB80/PzSwYAeHoJCDz//////////wDAmkT/SwYAFQAVNBU2LBUKFQAVBhUG',
  'AAAaJAIAAAAKAQEAAAABCiwDAAAABAAAAAUAAAAVABVyFUIsFQoVABUGFQYAADkYIQAAAEEXAHYBAEwBAAAAYQEAAABiAQAAAGMB',
  'AAAAZRUAFVoVKiwVChUAFQYVBgAALRghAAAAQQMAdgEAHCFQAAD/////FQIZXDUAGA1kdWNrZGJfc2NoZW1hFQgAFQQlAhgCYXQl',
  'FEyMEhwsAAAAAAAVAiUCGAIxMCUiABUMJQIYBG5hbWUlAAAVAiUCGAEyJQwAFgoZHBlMJgAcFQQZFQAZGAJhdBUCFgoWchZwJgg8',
  'GAgAwJpE/0sGABgI//////////8WAigIAMCaRP9LBgAYCP//////////EREAGRwVABUAFQIAAAAmABwVAhkVABkYAjEwFQIWChZW',
  'FlgmeDwYBAUAAAAYBAEAAAAWACgEBQAAABgEAQAAABERABkcFQAVABUCAAAAJgAcFQwZFQAZGARuYW1lFQIWChaUARZkJtABPBgB',
  'ZRgBYRYCKAFlGAFhEREAGRwVABUAFQIAAAAmABwVAhkVABkYATIVAhYKFnwWTCa0AjwYBCFQAAAYBP////8WBigEIVAAABgE////',
  '/xERABkcFQAVABUCAAAAFtgDFgomCBb4AgAoKER1Y2tEQiB2ZXJzaW9uIHYyLjAuMCAoYnVpbGQgZDU0Y2JiZTNkZikZTBwAABwA',
  'ABwAABwAAACgAQAAUEFSMQ==',
].join('');

const exported = (format: string) =>
  app.request.get(`/api/v1/datasets/${id}/export?format=${format}`).set(user.headers).buffer().expect(200);

test('an exported time has all its digits', async () => {
  expect((await exported('csv')).text.trimEnd().split('\n')).toEqual([
    'at,10,name,2',
    '2026-03-01 10:30:00.123456,1,a,2026-03-01',
    '2026-03-01 10:30:00.123,2,b,1969-12-31',
    '1969-12-31 23:59:59.999999,3,c,',
    '2026-03-02,4,,',
    ',5,e,',
  ]);
});

test('exported JSON has the columns in their order, whatever they are called', async () => {
  const lines = (await exported('json')).text.trimEnd().split('\n');
  expect(lines[1]).toBe('{"at":"2026-03-01 10:30:00.123456","10":1,"name":"a","2":"2026-03-01"},');
  expect(lines.at(-2)).toBe('{"at":null,"10":5,"name":"e","2":null}');
});

/** The same table with texts that a spreadsheet would run. */
function withFormulas(): Buffer {
  const bytes = Buffer.from(table, 'base64');
  const cell = (text: string) => Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from(text)]);
  for (const [from, to] of [
    ['a', '='],
    ['b', '@'],
    ['c', '-'],
  ] as const) {
    const at = bytes.indexOf(cell(from));
    if (at < 0) throw new Error(`no cell ${from}`);
    cell(to).copy(bytes, at);
  }
  return bytes;
}

test('a CSV for spreadsheets runs no formula, and one for programs is unchanged', async () => {
  const { id: other } = await createDataset(app.sql, { workspaceId: user.workspaceId });
  await put(app, objectKeys.table(other), withFormulas());
  const names = async (query: string) => {
    const { text } = await app.request
      .get(`/api/v1/datasets/${other}/export?${query}`)
      .set(user.headers)
      .buffer()
      .expect(200);
    return text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[2]);
  };
  expect(await names('format=csv')).toEqual(['=', '@', '-', '', 'e']);
  expect(await names('format=csv&spreadsheet=false')).toEqual(['=', '@', '-', '', 'e']);
  expect(await names('spreadsheet=true')).toEqual(["'=", "'@", "'-", '', 'e']);
  await app.request.get(`/api/v1/datasets/${other}/export?spreadsheet=perhaps`).set(user.headers).expect(400);
});
