import { apiRepository } from '../../apps/api/src/features/apis/repository.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** What GET /apis asks Postgres, so that a peer can answer the same rows. */
export async function listStatement(databaseUrl: string, workspaceId: string): Promise<Statement> {
  const db = connectDatabase(databaseUrl, { connections: 1 });
  const asked: Statement[] = [];
  const query = db.$client.query.bind(db.$client) as (config: Statement, values: unknown[]) => unknown;
  Object.assign(db.$client, {
    query(config: Statement, values: unknown[]) {
      asked.push({ text: config.text, values });
      return query(config, values);
    },
  });
  await apiRepository(db, workspaceId).list({
    status: 'all',
    type: 'all',
    sort: 'recent',
    page: 1,
    limit: 12,
  });
  await db.$client.end();
  const [statement] = asked;
  if (!statement) throw new Error('the list asked for nothing');
  return statement;
}
