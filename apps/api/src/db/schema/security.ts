import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { at } from './columns.ts';

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** A person's authenticator (RFC 6238); it counts from its first right code on. */
export const totpDevices = pgTable('totp_devices', {
  userId: userId().primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: at('created_at').notNull(),
  confirmedAt: at('confirmed_at'),
  /** The time step of the last accepted code: no code of it or before is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** What happened to an account, for its owner's eyes. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    kind: text('kind').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    at: at('at').notNull(),
  },
  (table) => [index('security_events_user').on(table.userId, table.at)],
);
