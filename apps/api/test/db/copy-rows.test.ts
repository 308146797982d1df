import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cell, type ColumnType, CopyRows } from '../../src/db/copy-rows.ts';
import { copyingTransaction } from '../../src/platform/db/database.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What Postgres holds after rows were copied in. */
async function copied(types: ColumnType[], bytes: Buffer): Promise<unknown[][]> {
  let rows: unknown[][] = [];
  await copyingTransaction(app.services.db, async (tx, copy) => {
    const columns = types.map((type, at) => `c${at} ${type}`).join(', ');
    await tx.execute(sql`create temp table copied (n serial, ${sql.raw(columns)}) on commit drop`);
    const names = types.map((_, at) => sql.identifier(`c${at}`));
    await copy(sql`copied (${sql.join(names, sql`, `)})`, bytes);
    const found = await tx.execute<Record<string, unknown>>(sql`select * from copied order by n`);
    rows = found.rows.map((row) => types.map((_, at) => row[`c${at}`]));
  });
  return rows;
}

function rowsOf(types: ColumnType[], rows: Cell[][], into = new CopyRows()): CopyRows {
  for (const cells of rows) {
    into.begin(types.length);
    types.forEach((type, at) => {
      into.add(type, cells[at]);
    });
  }
  return into;
}

test.each<[ColumnType, Cell[]]>([
  ['text', ['', 'a', null, 'Größe 東京 😀', `quote " ' \\ {,} NULL \\.`, 'x'.repeat(100_000)]],
  ['int4', [0, -1, null, 2_147_483_647, -2_147_483_648]],
  ['float4', [0, -0.5, null, 1.25, 3e38]],
  ['text', []],
  ['text', [null, null]],
])('Postgres reads %s as it was given', async (type, values) => {
  const rows = rowsOf(
    [type],
    values.map((value) => [value]),
  );
  expect(await copied([type], rows.whole())).toEqual(values.map((value) => [value]));
});

test('Postgres reads times as they were given', async () => {
  const times = ['2026-11-21T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.001Z'];
  const rows = rowsOf(
    ['timestamptz'],
    times.map((time) => [new Date(time)]),
  );
  const found = await copied(['timestamptz'], rows.whole());
  expect(found.map(([time]) => new Date(time as string).toISOString())).toEqual(times);
});

test('bytes are text, and what was cleared is gone', async () => {
  const rows = rowsOf(['text', 'text'], [[Buffer.from('Zürich'), Buffer.alloc(0)]]);
  expect(await copied(['text', 'text'], rows.whole())).toEqual([['Zürich', '']]);
  rows.clear();
  expect(rows.bytes).toBe(0);
  rowsOf(['text', 'text'], [['again', null]], rows);
  expect(await copied(['text', 'text'], rows.whole())).toEqual([['again', null]]);
});

test('the last cells of each row can be left out', async () => {
  const types: ColumnType[] = ['int4', 'text', 'text', 'text'];
  const rows = rowsOf(types, [
    [1, 'a', 'not this', null],
    [2, null, null, Buffer.from([0xff])],
  ]);
  expect(await copied(types, rows.cut(2))).toEqual([
    [1, 'a', null, null],
    [2, null, null, null],
  ]);
});

test('bytes that are no text are refused by Postgres, and nothing stays', async () => {
  const rows = rowsOf(['text'], [['a'], [Buffer.from([0xff, 0xfe])]]);
  await expect(copied(['text'], rows.whole())).rejects.toMatchObject({ code: '22021' });
});
