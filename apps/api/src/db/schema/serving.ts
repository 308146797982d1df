import type { Reason, Rollout, RolloutGates } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { workspaces } from './accounts.ts';
import { apis, deployments } from './catalogue.ts';
import { at } from './columns.ts';

const workspaceId = () =>
  text('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });
const apiId = () =>
  text('api_id')
    .notNull()
    .references(() => apis.id, { onDelete: 'cascade' });

/** A candidate beside the stable model of an API; at most one runs. */
export const rollouts = pgTable(
  'rollouts',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: apiId(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    mode: text('mode', { enum: ['canary', 'shadow'] }).notNull(),
    percent: integer('percent').notNull(),
    /** Rollouts from before the choice existed were split by key. */
    splitBy: text('split_by', { enum: ['request', 'key'] })
      .notNull()
      .default('key'),
    gates: jsonb('gates').$type<RolloutGates>().notNull(),
    status: text('status', { enum: ['running', 'promoted', 'rolled_back', 'stopped'] }).notNull(),
    reason: text('reason'),
    /** The same as a code; null where a person stopped it, and of those that ended before it was kept. */
    why: jsonb('why').$type<Reason>(),
    figures: jsonb('figures').$type<Rollout['figures']>(),
    startedBy: text('started_by'),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    uniqueIndex('rollouts_running').on(table.apiId).where(sql`status = 'running'`),
    index('rollouts_workspace').on(table.workspaceId),
    index('rollouts_api').on(table.apiId, table.startedAt),
    index('rollouts_deployment').on(table.deploymentId),
  ],
);

/** What the candidate would have answered to one call, beside what was answered. */
export const shadowAnswers = pgTable(
  'shadow_answers',
  {
    rolloutId: text('rollout_id')
      .notNull()
      .references(() => rollouts.id, { onDelete: 'cascade' }),
    callId: text('call_id').notNull(),
    at: at('at').notNull(),
    status: integer('status').notNull(),
    latencyMs: real('latency_ms').notNull(),
    rows: integer('rows').notNull(),
    differing: integer('differing').notNull(),
    maxDelta: real('max_delta').notNull(),
    /** Mean score of the candidate's rows, as in the request log. */
    score: real('score'),
    /** The rows that differ, at most a hundred. */
    differences: jsonb('differences').$type<unknown>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rolloutId, table.callId] }),
    index('shadow_answers_at').on(table.rolloutId, table.at),
    index('shadow_answers_differing').on(table.rolloutId, table.at).where(sql`differing > 0`),
  ],
);

const count = (name: string) => integer(name).notNull().default(0);
const sides = ['stable', 'candidate', 'shadow'] as const;

/** What both models of a rollout did, by ten seconds: its gates look at this and not at the log. Kept for a day. */
export const rolloutCalls = pgTable(
  'rollout_calls',
  {
    rolloutId: text('rollout_id').notNull(),
    slot: at('slot').notNull(),
    side: text('side', { enum: sides }).notNull(),
    calls: count('calls'),
    failed: count('failed'),
    refused: count('refused'),
    /** Of those that failed: no model server could be asked. */
    away: count('away'),
    failedFrom: at('failed_from'),
    failedUntil: at('failed_until'),
    answeredAt: at('answered_at'),
    scored: count('scored'),
    scoreSum: doublePrecision('score_sum').notNull().default(0),
    scoreSquares: doublePrecision('score_squares').notNull().default(0),
    rows: count('rows'),
    differing: count('differing'),
    maxDelta: real('max_delta').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.rolloutId, table.slot, table.side] })],
);

/** Their answer times, in the buckets of `api_latency`. */
export const rolloutLatency = pgTable(
  'rollout_latency',
  {
    rolloutId: text('rollout_id').notNull(),
    slot: at('slot').notNull(),
    side: text('side', { enum: sides }).notNull(),
    bucket: smallint('bucket').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rolloutId, table.slot, table.side, table.bucket] })],
);

/** A call that is kept to be made again, with what it should answer. */
export const testCases = pgTable(
  'test_cases',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: apiId(),
    name: text('name').notNull(),
    request: jsonb('request').$type<unknown>().notNull(),
    expected: jsonb('expected').$type<unknown>(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('test_cases_workspace').on(table.workspaceId),
    index('test_cases_api').on(table.apiId, table.createdAt),
  ],
);
