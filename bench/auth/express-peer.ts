// The peer: an Express route that asks Postgres once and knows nobody. Prints its port.
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, STATEMENT = '{}' } = process.env;
const { text, values } = JSON.parse(STATEMENT) as { text: string; values: unknown[] };
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const app = express().disable('x-powered-by').disable('etag');
app.get('/apis', async (_req, res) => {
  const { rows } = await pool.query({ name: 'apis', text, values });
  res.json({ data: rows });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
