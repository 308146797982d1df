import type {
  ApiSettings,
  CleanStep,
  Failure,
  KeyScope,
  LintReport,
  ModelDetail,
  Report,
  TableProfile,
  TrainingConfig,
  TrainingProgress,
} from '@rowcast/contracts';
import { modelStatuses } from '@rowcast/contracts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users, workspaces } from './accounts.ts';
import { at } from './columns.ts';

const workspaceId = () =>
  text('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

export const apis = pgTable(
  'apis',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    type: text('type', { enum: ['prediction', 'classification', 'regression', 'custom'] }).notNull(),
    template: text('template'),
    deprecated: boolean('deprecated').notNull().default(false),
    deprecatedAt: at('deprecated_at'),
    /** Sunset date, reported to callers. */
    sunsetAt: at('sunset_at'),
    enabled: boolean('enabled').notNull().default(true),
    settings: jsonb('settings').$type<ApiSettings>().notNull(),
    liveDeploymentId: text('live_deployment_id'),
    /** Of its models: a number is given once, also when its model was deleted. */
    lastVersion: integer('last_version').notNull().default(0),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('apis_workspace').on(table.workspaceId, table.updatedAt)],
);

export const datasets = pgTable(
  'datasets',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: text('api_id').references(() => apis.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The upload that this is a version of; null for the upload itself, and once that was deleted. */
    originalId: text('original_id').references((): AnyPgColumn => datasets.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
    /** Of the versions made of an upload, which is the first; a number is given once. */
    lastVersion: integer('last_version').notNull().default(1),
    recipe: jsonb('recipe').$type<CleanStep[]>().notNull().default([]),
    type: text('type', { enum: ['csv', 'excel', 'json', 'integration'] }).notNull(),
    filename: text('filename').notNull(),
    status: text('status', { enum: ['uploading', 'processing', 'ready', 'error'] }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256'),
    /** The address that the file is to be fetched from; null once it was. */
    sealedSource: text('sealed_source'),
    rows: integer('rows'),
    columns: integer('columns'),
    profile: jsonb('profile').$type<TableProfile>(),
    preview: jsonb('preview').$type<{ columns: string[]; rows: (string | null)[][] }>(),
    error: jsonb('error').$type<Failure>(),
    uploadedAt: at('uploaded_at').notNull(),
    /** Heartbeat of the process that stores an upload; null before the first, and for other datasets. */
    uploadSeenAt: at('upload_seen_at'),
    readyAt: at('ready_at'),
  },
  (table) => [
    index('datasets_workspace').on(table.workspaceId, table.uploadedAt),
    index('datasets_api').on(table.apiId),
    uniqueIndex('datasets_version').on(table.originalId, table.version),
  ],
);

/** What was found in a dataset for a target ('' for none), kept since neither changes. */
export const datasetLints = pgTable(
  'dataset_lints',
  {
    datasetId: text('dataset_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    target: text('target').notNull(),
    status: text('status', { enum: ['running', 'ready', 'error'] }).notNull(),
    report: jsonb('report').$type<LintReport>(),
    askedAt: at('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.target] })],
);

export const models = pgTable(
  'models',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: text('api_id')
      .notNull()
      .references(() => apis.id, { onDelete: 'cascade' }),
    datasetId: text('dataset_id').references(() => datasets.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    status: text('status', { enum: modelStatuses }).notNull(),
    config: jsonb('config').$type<TrainingConfig>().notNull(),
    startedBy: text('started_by'),
    jobId: text('job_id'),
    stopRequested: boolean('stop_requested').notNull().default(false),
    progress: jsonb('progress').$type<TrainingProgress>(),
    report: jsonb('report').$type<Report>(),
    score: doublePrecision('score'),
    accuracy: doublePrecision('accuracy'),
    metrics: jsonb('metrics').$type<ModelDetail['metrics']>(),
    bundleHash: text('bundle_hash'),
    bundleBytes: integer('bundle_bytes'),
    error: jsonb('error').$type<Failure>(),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
  },
  (table) => [
    index('models_workspace').on(table.workspaceId, table.createdAt),
    uniqueIndex('models_api_version').on(table.apiId, table.version),
    index('models_dataset').on(table.datasetId),
    index('models_bundle').on(table.bundleHash),
  ],
);

export const deployments = pgTable(
  'deployments',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: text('api_id')
      .notNull()
      .references(() => apis.id, { onDelete: 'cascade' }),
    modelId: text('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['live', 'candidate', 'superseded', 'withdrawn', 'failed'] }).notNull(),
    loadMs: doublePrecision('load_ms'),
    error: jsonb('error').$type<Failure>(),
    deployedBy: text('deployed_by'),
    createdAt: at('created_at').notNull(),
    retiredAt: at('retired_at'),
  },
  (table) => [
    index('deployments_workspace').on(table.workspaceId),
    index('deployments_api').on(table.apiId, table.createdAt),
    index('deployments_model').on(table.modelId),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    apiId: text('api_id')
      .notNull()
      .references(() => apis.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    scopes: jsonb('scopes').$type<KeyScope[]>().notNull().default(['predict', 'schema']),
    /** Calls in so many seconds; null without a limit of its own. */
    rateLimitRequests: integer('rate_limit_requests'),
    rateLimitWindow: integer('rate_limit_window'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    lastUsedAt: at('last_used_at'),
    revokedAt: at('revoked_at'),
    /** The key that takes over from this one. */
    replacedBy: text('replaced_by'),
    /** Who created it, or took it over when that person left. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('api_keys_workspace').on(table.workspaceId),
    index('api_keys_api').on(table.apiId),
    index('api_keys_owner').on(table.ownerId),
  ],
);
