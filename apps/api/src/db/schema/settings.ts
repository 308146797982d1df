import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users, workspaces } from './accounts.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
