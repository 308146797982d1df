import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase } from '@rowcast/testkit/database';
import { freshDatabase } from '@rowcast/testkit/services';
import { createDatabase } from '@rowcast/tooling/stack/postgres/postgres';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';

const dumps = new URL('dumps/', import.meta.url);

/** Everything a query can depend on: columns, constraints, indexes and functions. */
const schemaOf = async (db: pg.Pool) => {
  const { rows } = await db.query<{ line: string }>(`
    select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
      || a.attnotnull || ' ' || a.attstorage::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(o.oid)
    from pg_constraint o join pg_class c on c.oid = conrelid
    where connamespace = 'public'::regnamespace and not c.relispartition
    union all select indexdef from pg_indexes i join pg_class c on c.relname = i.tablename
    where schemaname = 'public' and not c.relispartition
    union all select 'function ' || proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
};

const countOf = async (db: pg.Pool, table: string) =>
  Number((await db.query(`select count(*) from ${table}`)).rows[0].count);

test.for(readdirSync(dumps))(
  'a database of %s upgrades to the current schema and keeps its rows',
  async (name) => {
    const addresses = inject('services');
    const fresh = openDatabase(await freshDatabase(addresses));
    const database = `upgrade_${Date.now()}`;
    await createDatabase(new URL('/postgres', addresses.databaseUrl).href, database);
    const url = new URL(`/${database}`, addresses.databaseUrl).href;
    const stored = openDatabase(url);

    await stored.query(readFileSync(new URL(name, dumps), 'utf8'));
    const kept = [
      'users',
      'workspaces',
      'apis',
      'datasets',
      'models',
      'deployments',
      'rollouts',
      'request_log',
    ];
    const before = await Promise.all(kept.map((table) => countOf(stored, table)));
    expect(Math.min(...before)).toBeGreaterThan(0);
    await migrateDatabase(url);

    expect(await Promise.all(kept.map((table) => countOf(stored, table)))).toEqual(before);
    expect(await schemaOf(stored)).toEqual(await schemaOf(fresh));
    await Promise.all([stored.end(), fresh.end()]);
  },
);
