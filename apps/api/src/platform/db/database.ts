import { finished } from 'node:stream/promises';
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { memoizeByObject } from '../concurrency/memoize.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository needs: the pool or an open transaction. */
export type Executor = Database | Transaction;

interface Bounds {
  connections: number;
  /** What takes longer is ended by Postgres, waiting for locks included. */
  statementMs: number;
  /** Without a word from Postgres for so much longer, a connection is taken for dead. */
  silenceMs: number;
  /** For a free connection. */
  acquireMs: number;
}

/** The console and callers wait no longer than these seconds for a connection, and for a statement. */
const within = (seconds: number) => ({
  statementMs: seconds * 1000 - 500,
  silenceMs: 500,
  acquireMs: seconds * 1000,
});

export const bounds = {
  api: (seconds: number) => ({ connections: 20, ...within(seconds) }),
  /** Key look-ups and the request log, which slow screens of the console must not hold up. */
  predictions: (seconds: number) => ({ connections: 5, ...within(seconds) }),
  /** Nobody waits for its statements. */
  jobs: () => ({ connections: 20, statementMs: 10 * 60_000, silenceMs: 5_000, acquireMs: 5_000 }),
} satisfies Record<string, (seconds: number) => Bounds>;

/** Without `statementMs`, as for migrations, everything takes as long as it needs. */
export function connectDatabase(
  url: string,
  { connections = 20, statementMs, silenceMs = 5_000, acquireMs = 5_000 }: Partial<Bounds> = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    ...(statementMs && {
      query_timeout: statementMs + silenceMs,
      // Not as a parameter of the connection, which a pooler in between may refuse.
      onConnect: (client) => client.query(`set statement_timeout = ${statementMs}`),
    }),
  });
  // A connection that drops is replaced at next use, and fails its query; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool);
}

/** Postgres's own code of what went wrong; empty for what it did not say. */
export function sqlState(error: unknown): string {
  const { cause, code } = error as { cause?: { code?: string }; code?: string };
  return cause?.code ?? code ?? '';
}

/** Whether it is for data that Postgres can't store or compute with, or not so much of it: it will never do, however often it is tried. */
export const isUnusableData = (state: string): boolean => /^(22|54)/.test(state);

/** Whether Postgres did not answer in time. */
const wasSilent = (error: unknown) => /Query read timeout/.test(`${error} ${(error as Error).cause}`);

/**
 * A transaction on a connection that others use again only where it answered. A silent one is closed
 * at once, since a rollback would wait for it as long again.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction, client: pg.PoolClient) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await db.$client.connect();
  let isSilent = false;
  const note = (error: unknown) => {
    isSilent ||= wasSilent(error);
    if (isSilent) client.connection.stream.destroy();
    throw error;
  };
  try {
    return await drizzle(client)
      .transaction((tx) => work(tx, client).catch(note), config)
      .catch(note);
  } finally {
    client.release(isSilent);
  }
}

const dialect = new PgDialect();

/** Copies rows in their binary form into a table, named with its columns. */
type Copy = (into: SQL, rows: Buffer) => Promise<void>;

/** A transaction in which rows can be copied. */
export const copyingTransaction = (
  db: Database,
  work: (tx: Transaction, copy: Copy) => Promise<void>,
): Promise<void> =>
  transaction(db, (tx, client) =>
    work(tx, (into, rows) => {
      const { sql: target } = dialect.sqlToQuery(into);
      return finished(client.query(copyFrom(`copy ${target} from stdin (format binary)`)).end(rows));
    }),
  );

/**
 * A query that is asked with nearly every request, under a name: each connection then plans it once, which takes
 * longer than answering it. The same name always stands for the same text.
 */
export async function executeNamed<Row>(db: Executor, name: string, query: SQL): Promise<Row[]> {
  if (!('$client' in db)) return (await db.execute(query)).rows as Row[];
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return (await db.$client.query({ name, text, values })).rows as Row[];
}

const preparedOn = memoizeByObject((_db: Executor) => new Map<string, unknown>());

/** A query that is built once under a name: writing out a long one takes longer than answering it. */
export function prepareOnce<T>(db: Executor, name: string, build: (name: string) => T): T {
  const known = preparedOn(db);
  if (!known.has(name)) known.set(name, build(name));
  return known.get(name) as T;
}
