import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users, workspaces } from './accounts.ts';
import { at } from './columns.ts';

/** Only what differs from the defaults, which the contract has. */
type Chosen = Record<string, unknown>;
const chosen = (name: string) => jsonb(name).$type<Chosen>().notNull().default({});

export const userSettings = pgTable('user_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  preferences: chosen('preferences'),
  notifications: chosen('notifications'),
  security: chosen('security'),
  updatedAt: at('updated_at').notNull(),
});

export const workspaceSettings = pgTable('workspace_settings', {
  workspaceId: text('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** What a new API starts with. */
  api: chosen('api'),
  integrations: chosen('integrations'),
  team: chosen('team'),
  updatedAt: at('updated_at').notNull(),
});

/** Addresses that a workspace had before: they lead to it, and nobody else gets them. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    slug: text('slug').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [index('former_slugs_workspace').on(table.workspaceId)],
);

/** Everything of a person, packed on request into one file of the object store. */
export const archives = pgTable(
  'archives',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['preparing', 'ready', 'failed'] }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    requestedAt: at('requested_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('archives_user').on(table.userId, table.requestedAt)],
);
