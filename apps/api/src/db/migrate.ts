import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { connectDatabase } from '../platform/db/database.ts';

const migrationLock = 7_261_905;

/** Brings the schema up to date; several processes may call it at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const db = connectDatabase(url, { connections: 1 });
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrate(db, { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) });
  } finally {
    await db.$client.end();
  }
}
