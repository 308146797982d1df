import type { NotificationKind } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions, users, workspaces } from './accounts.ts';
import { at } from './columns.ts';

/**
 * Every change of a workspace, chained by hashes. Outlives the workspace and the people in it, so nothing refers to
 * their rows. The chain covers `detailsHash` and `ipHash`, so that what names a person can be taken out, together
 * with its salt, without breaking it.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    workspaceId: text('workspace_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    id: text('id').notNull(),
    at: at('at').notNull(),
    /** Null when the product itself acted. */
    actorId: text('actor_id'),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    detailsSalt: text('details_salt').notNull(),
    detailsHash: text('details_hash').notNull(),
    ip: text('ip'),
    ipSalt: text('ip_salt').notNull(),
    ipHash: text('ip_hash'),
    requestId: text('request_id'),
    erasedAt: at('erased_at'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.seq] }),
    uniqueIndex('audit_log_id').on(table.id),
    index('audit_log_action').on(table.workspaceId, table.action, table.seq),
    // Led by the person, whose account is exported and erased in whatever workspace.
    index('audit_log_actor').on(table.actorId, table.workspaceId, table.seq),
    index('audit_log_target').on(table.targetId, table.workspaceId, table.seq),
    index('audit_log_at').on(table.workspaceId, table.at, table.seq),
    index('audit_log_actor_action').on(table.workspaceId, table.actorId, table.action, table.seq),
  ],
);

/** The end of each chain; locking it puts parallel changes in a row. */
export const auditHeads = pgTable('audit_heads', {
  workspaceId: text('workspace_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  /** Of the last row: the order of a chain is that of time. */
  at: at('at').notNull(),
});

export const notifications = pgTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What the sentence of its kind names. */
    params: jsonb('params').$type<Record<string, string | number>>().notNull(),
    /** Below the console's address. */
    path: text('path'),
    createdAt: at('created_at').notNull(),
    readAt: at('read_at'),
    /** When a mail or digest is to carry it; null when none will. */
    mailDueAt: at('mail_due_at'),
    mailedAt: at('mailed_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.id),
    index('notifications_workspace').on(table.workspaceId),
    index('notifications_unread').on(table.userId).where(sql`${table.readAt} is null`),
    index('notifications_due').on(table.mailDueAt).where(sql`${table.mailedAt} is null`),
  ],
);

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A browser is sent messages for as long as the session lives that asked for them. */
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    sealedKeys: text('sealed_keys').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId, table.id),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);
