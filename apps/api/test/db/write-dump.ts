import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createApi,
  createDataset,
  createDeployment,
  createMember,
  createModel,
  createNotification,
  createRollout,
} from '@rowcast/testkit/factories';
import { startServices } from '@rowcast/testkit/services';
import pg from 'pg';
import { migrateDatabase } from '../../src/db/migrate.ts';

// Run once after a migration is added: node apps/api/test/db/write-dump.ts
const migrations = new URL('../../src/db/migrations/', import.meta.url);
const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
const statements = names.flatMap((name) =>
  readFileSync(new URL(name, migrations), 'utf8').split('--> statement-breakpoint'),
);

const services = await startServices();
await migrateDatabase(services.addresses.databaseUrl);
const db = new pg.Pool({ connectionString: services.addresses.databaseUrl, max: 1 });

const { userId, workspaceId } = await createMember(db);
const { id: apiId } = await createApi(db, { workspaceId });
await createDataset(db, { workspaceId });
const { id: modelId } = await createModel(db, { workspaceId, apiId });
await createDeployment(db, { workspaceId, apiId, modelId });
await createRollout(db, { workspaceId });
await createNotification(db, { userId });
await db.query(
  `insert into request_log (id, workspace_id, api_id, status, rows, latency_ms, at)
   values ('call_1', $1, $2, 200, 1, 4.2, now())`,
  [workspaceId, apiId],
);

const inserts: string[] = [];
const tables = await db.query<{ name: string; columns: string }>(
  `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
   from pg_class c join pg_attribute a on a.attrelid = c.oid
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   group by 1 order by 1`,
);
for (const { name, columns } of tables.rows) {
  const { rows } = await db.query<{ rows: string | null }>(
    `select jsonb_agg(to_jsonb(t))::text as rows from "${name}" t`,
  );
  const json = rows[0]?.rows?.replaceAll("'", "''");
  if (!json) continue;
  inserts.push(
    `INSERT INTO "${name}" (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${name}", '${json}')`,
  );
}
const { rows: applied } = await db.query<{ hash: string; created_at: string }>(
  'select hash, created_at from drizzle.__drizzle_migrations order by id',
);
const today = new Date().toISOString().slice(0, 10);
const dump = [
  ...statements,
  `SELECT "ensure_request_log_day"('${today}')`,
  "SET session_replication_role = 'replica'",
  ...inserts,
  "SET session_replication_role = 'origin'",
  'CREATE SCHEMA drizzle',
  'CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  ...applied.map(
    ({ hash, created_at }) =>
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('${hash}', ${created_at})`,
  ),
].map((statement) => `${statement.trim().replace(/;$/, '')};\n`);
writeFileSync(new URL(`dumps/${names.at(-1)}`, import.meta.url), dump.join(''));
await db.end();
await services.stop();
