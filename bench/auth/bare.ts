// The peer: an Express route that asks Postgres once and knows nobody. Prints its port.
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express().disable('x-powered-by').disable('etag');
app.get('/apis', async (_req, res) => {
  const { rows } = await pool.query(
    'select * from apis where workspace_id = $1 order by updated_at desc limit 10',
    [process.env.WORKSPACE],
  );
  res.json({ data: rows });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
