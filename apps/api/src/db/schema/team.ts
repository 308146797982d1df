import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users, workspaces } from './accounts.ts';
import { at } from './columns.ts';

export const invites = pgTable(
  'invites',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Null for a link that anyone who has it may use once. */
    email: text('email'),
    role: text('role', { enum: ['admin', 'developer', 'tester', 'viewer'] }).notNull(),
    message: text('message'),
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** Null while a team that asks for approval has not given it. */
    approvedAt: at('approved_at'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    acceptedAt: at('accepted_at'),
    acceptedBy: text('accepted_by').references(() => users.id, { onDelete: 'set null' }),
    revokedAt: at('revoked_at'),
  },
  (table) => [
    index('invites_workspace').on(table.workspaceId, table.createdAt),
    uniqueIndex('invites_token').on(table.tokenHash),
    index('invites_inviter').on(table.invitedBy),
    index('invites_accepter').on(table.acceptedBy),
  ],
);
