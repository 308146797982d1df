import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startStack } from '@rowcast/testkit/stack';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { batchOf } from '../../apps/api/src/predict/logging/call-batch.ts';
import { recordBatch } from '../../apps/api/src/predict/logging/call-log.repository.ts';
import type { Call } from '../../apps/api/src/predict/logging/logged-call.ts';

/** What a logged call costs Postgres and the api (docs/adr/0034), as batches of half a second under load are. */
const rounds = 25;
const fields = 14;
const kinds = [
  { rows: 1, calls: 1_900 },
  { rows: 100, calls: 40 },
];

const stack = await startStack({});
const db = connectDatabase(stack.databaseUrl, { connections: 1 });
try {
  const { rows } = await db.$client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid;
  /** Processor time of the one connection, in us, by the scheduler's own figures. */
  const used = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  for (const kind of kinds) {
    const taken: { postgres: number; api: number; ms: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const calls = callsOf(kind);
      const begun = performance.now();
      const batch = batchOf(calls);
      const made = performance.now();
      const before = used();
      await recordBatch(db, batch);
      const ms = performance.now() - made;
      taken.push({
        postgres: (used() - before) / kind.calls,
        api: ((made - begun) * 1000) / kind.calls,
        ms,
      });
    }
    const middle = (what: 'postgres' | 'api' | 'ms') =>
      taken
        .map((each) => each[what])
        .toSorted((a, b) => a - b)
        [rounds >> 1]?.toFixed(1);
    const each = `${middle('postgres')} us of Postgres, ${middle('api')} us to make ready`;
    console.log(`${kind.rows} rows a call: ${each}; ${kind.calls} calls in ${middle('ms')} ms`);
  }
} finally {
  await db.$client.end();
  await stack.stop();
}

function callsOf({ rows, calls }: (typeof kinds)[number]): Call[] {
  const cells = Array.from({ length: fields }, (_, at) => [`column_${at}`, 12.345 + at]);
  const request = Buffer.from(JSON.stringify({ instances: Array(rows).fill(Object.fromEntries(cells)) }));
  const answer = { prediction: '1', probabilities: { 0: 0.12345, 1: 0.87655 } };
  const response = Buffer.from(JSON.stringify({ predictions: Array(rows).fill(answer) }));
  const now = Date.now();
  return Array.from({ length: calls }, (_, at) => ({
    id: `prd_${randomUUID()}`,
    workspaceId: 'wsp_bench',
    apiId: 'api_bench',
    keyId: 'key_bench',
    modelId: 'mdl_bench',
    status: 200,
    rows,
    latencyMs: Math.random(),
    at: new Date(now - at / 4),
    requestId: `req_${randomUUID()}`,
    label: 'stable' as const,
    contentType: 'application/json',
    request,
    response,
  }));
}
