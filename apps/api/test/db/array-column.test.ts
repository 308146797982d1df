import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArrayColumn, type Element, type ElementType } from '../../src/db/array-column.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function read(type: ElementType, values: readonly Element[], column = new ArrayColumn(type)) {
  for (const value of values) column.add(value);
  const { rows } = await app.sql.query(`select $1::${type}[] as found`, [column.array()]);
  return rows[0].found;
}

test.each<[ElementType, Element[]]>([
  ['text', ['', 'a', null, 'Größe 東京 😀', `quote " ' \\ {,} NULL`, 'x'.repeat(100_000)]],
  ['int4', [0, -1, null, 2_147_483_647, -2_147_483_648]],
  ['float4', [0, -0.5, null, 1.25, 3e38]],
  [
    'timestamptz',
    [new Date('2026-11-21T23:59:59.999Z'), null, new Date(0), new Date('1999-12-31T23:59:59.001Z')],
  ],
  ['text', []],
  ['text', [null, null]],
])('Postgres reads %s as it was given', async (type, values) => {
  expect(await read(type, values)).toEqual(values);
});

test('bytes are text, and what was cleared is gone', async () => {
  const column = new ArrayColumn('text');
  expect(await read('text', [Buffer.from('Zürich'), Buffer.alloc(0), null], column)).toEqual([
    'Zürich',
    '',
    null,
  ]);
  column.clear();
  expect(await read('text', ['again'], column)).toEqual(['again']);
});

test('bytes that are no text are refused by Postgres', async () => {
  await expect(read('text', [Buffer.from([0xff, 0xfe])])).rejects.toMatchObject({ code: '22021' });
});
