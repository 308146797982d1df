import { queueNames } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RouteChange } from '../../platform/redis/route-changes.ts';
import { at, bytes } from './columns.ts';

/** Source of truth for jobs; the queue is rebuilt from it. */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id'),
    queue: text('queue', { enum: queueNames }).notNull(),
    subjectId: text('subject_id').notNull(),
    payload: jsonb('payload').$type<unknown>().notNull(),
    state: text('state', { enum: ['waiting', 'done', 'failed', 'cancelled'] })
      .notNull()
      .default('waiting'),
    /** How a user asked it to end; null otherwise. */
    stopMode: text('stop_mode', { enum: ['keep_best', 'discard'] }),
    createdAt: at('created_at').notNull(),
    /** When it was handed to the queue in Redis; null while it waits for its turn here. */
    dispatchedAt: at('dispatched_at'),
    /** Estimated work, which fair scheduling charges to the workspace. */
    costSeconds: doublePrecision('cost_seconds').notNull().default(1),
    finishedAt: at('finished_at'),
  },
  (table) => [
    index('jobs_open').on(table.state, table.createdAt),
    index('jobs_undispatched')
      .on(table.queue, table.workspaceId, table.id)
      .where(sql`state = 'waiting' and dispatched_at is null`),
    index('jobs_dispatched')
      .on(table.queue, table.workspaceId)
      .where(sql`state = 'waiting' and dispatched_at is not null`),
    index('jobs_subject').on(table.subjectId),
    index('jobs_ended').on(table.finishedAt).where(sql`state <> 'waiting'`),
  ],
);

/** Virtual times of start-time fair queueing; a workspace without a row has had no recent work. */
export const jobShares = pgTable(
  'job_shares',
  {
    queue: text('queue', { enum: queueNames }).notNull(),
    /** Empty for the jobs of no workspace. */
    workspaceId: text('workspace_id').notNull(),
    /** Of its last dispatched job; the largest of a queue is the queue's virtual time. */
    started: doublePrecision('started').notNull(),
    finished: doublePrecision('finished').notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.workspaceId] })],
);

/** Cache invalidations, written with the change itself, for processes that missed the pub/sub message. */
export const routeChanges = pgTable(
  'route_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    change: jsonb('change').$type<RouteChange>().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [index('route_changes_at').on(table.at)],
);

/** One row an answered call, written in batches. Partitioned by day, which the schema here cannot say. */
export const requestLog = pgTable(
  'request_log',
  {
    id: text('id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    apiId: text('api_id').notNull(),
    keyId: text('key_id'),
    modelId: text('model_id'),
    status: integer('status').notNull(),
    code: text('code'),
    rows: integer('rows').notNull(),
    /** Null for a stream, which lasts as long as its caller sends. */
    latencyMs: real('latency_ms'),
    at: at('at').notNull(),
    requestId: text('request_id'),
    /** Which of the two models of an API answered. */
    label: text('label', { enum: ['stable', 'candidate'] }),
    /** Mean prediction, or mean probability of the first class; only while a rollout compares two models. */
    score: real('score'),
    /** Counted when it was answered; null where it was not, and for a stream answered as CSV, which has no place for them. */
    warnings: integer('warnings'),
    /** Rows of a stream that had an error in place of their answer; other calls are answered as a whole. */
    failedRows: integer('failed_rows'),
    contentType: text('content_type'),
    /** How it was asked, where what was sent is kept and more than that has to be known to ask again. */
    asked: text('asked'),
    /** In plain text, only of calls that were logged before inputs were encrypted. */
    request: text('request'),
    maskedRequest: text('masked_request'),
    /** Encrypted, for replays. */
    sealedRequest: bytes('sealed_request'),
    response: text('response'),
  },
  (table) => [
    primaryKey({ columns: [table.at, table.id] }),
    index('request_log_api').on(table.apiId, table.at),
  ],
);

/** Batches of calls that are in the log, for a day: one that is written again counts once. */
export const loggedBatches = pgTable('logged_batches', {
  id: uuid('id').primaryKey(),
  at: at('at').notNull().defaultNow(),
});

/** Calls with a key, counted per API and hour in the batch that logs them. */
export const apiUsage = pgTable(
  'api_usage',
  {
    apiId: text('api_id').notNull(),
    hour: at('hour').notNull(),
    workspaceId: text('workspace_id').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
    errors: bigint('errors', { mode: 'number' }).notNull(),
    rows: bigint('rows', { mode: 'number' }).notNull(),
    latencySumMs: doublePrecision('latency_sum_ms').notNull(),
    /** Calls whose time is in that sum. */
    timed: bigint('timed', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.apiId, table.hour] }),
    index('api_usage_workspace').on(table.workspaceId, table.hour),
  ],
);

/** Calls that ended without predictions, by the code that says why; kept as long as the log of their API. */
export const apiRefusals = pgTable(
  'api_refusals',
  {
    apiId: text('api_id').notNull(),
    hour: at('hour').notNull(),
    code: text('code').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.apiId, table.hour, table.code] })],
);

/** Histogram of answer times: bucket b holds 2^(b/8) to 2^((b+1)/8) ms, so percentiles are within 5 %. */
export const apiLatency = pgTable(
  'api_latency',
  {
    apiId: text('api_id').notNull(),
    hour: at('hour').notNull(),
    bucket: smallint('bucket').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.apiId, table.hour, table.bucket] })],
);
