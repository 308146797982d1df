import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  username: text('username').notNull().unique(),
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull(),
  /** Empty for those who signed up with one name. */
  lastName: text('last_name').notNull().default(''),
  name: text('name')
    .notNull()
    .generatedAlwaysAs((): SQL => sql`trim(${users.firstName} || ' ' || ${users.lastName})`),
  phoneNumber: text('phone_number'),
  company: text('company'),
  position: text('position'),
  webhookUrl: text('webhook_url'),
  /** Of the re-encoded picture in the object store. */
  avatarKey: text('avatar_key'),
  passwordHash: text('password_hash'),
  passwordChangedAt: at('password_changed_at'),
  role: text('role', { enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  mfaEnabled: boolean('mfa_enabled').notNull().default(false),
  verifiedAt: at('verified_at'),
  lastLoginAt: at('last_login_at'),
  createdAt: at('created_at').notNull(),
});

export const workspaces = pgTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    plan: text('plan').notNull(),
    /** Its share of busy queues, relative to other workspaces. */
    queueWeight: doublePrecision('queue_weight').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  () => [check('workspaces_queue_weight', sql`queue_weight > 0`)],
);

export const memberships = pgTable(
  'memberships',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'admin', 'developer', 'tester', 'viewer'] }).notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('memberships_user').on(table.userId),
  ],
);

export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose', { enum: ['login', 'reset', 'email', 'username', 'confirm'] })
      .notNull()
      .default('login'),
    codeHash: text('code_hash').notNull(),
    /** Of the link that the same mail carries. */
    linkHash: text('link_hash'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('one_time_codes_email').on(table.email, table.createdAt),
    uniqueIndex('one_time_codes_link').on(table.linkHash),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    lengthHours: integer('length_hours').notNull().default(24),
    createdAt: at('created_at').notNull(),
    /** When the person last proved who they are; what can't be undone asks for a recent one. */
    provedAt: at('proved_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
);

export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    sealedBody: text('sealed_body').notNull(),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
    error: text('error'),
  },
  (table) => [index('mails_created').on(table.createdAt)],
);

/** How many mails an address got, of all kinds and workspaces, and whether it declined invitations. */
export const mailRecipients = pgTable(
  'mail_recipients',
  {
    /** Keyed, so that the table names nobody. */
    addressHash: text('address_hash').primaryKey(),
    hourStartedAt: at('hour_started_at').notNull(),
    hourCount: integer('hour_count').notNull(),
    dayStartedAt: at('day_started_at').notNull(),
    dayCount: integer('day_count').notNull(),
    optedOutAt: at('opted_out_at'),
  },
  (table) => [index('mail_recipients_day').on(table.dayStartedAt)],
);
