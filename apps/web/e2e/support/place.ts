import { openDatabase } from '@rowcast/testkit/database';
import type { Place } from '@rowcast/testkit/trained';
import { inject } from 'vitest';

/** Where models of an API are put that the engine trained before, and how to let go of it. */
export async function placeOf(apiId: string): Promise<Place & { close(): Promise<void> }> {
  const db = openDatabase(inject('databaseUrl'));
  const { rows } = await db.query('select workspace_id from apis where id = $1', [apiId]);
  const close = () => db.end();
  return { db, objects: inject('objects'), workspaceId: rows[0].workspace_id, apiId, close };
}
