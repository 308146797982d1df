import { expect, test } from 'vitest';
import { startApp } from '../harness/app.ts';

test('every foreign key leads an index, so that no deletion scans the tables that refer to it', async () => {
  const app = await startApp();
  const { rows } = await app.sql.query(`
    select c.conrelid::regclass || '.' || a.attname as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0 and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)
    order by 1`);
  expect(rows.map(({ key }) => key)).toEqual([]);
  await app.close();
});
