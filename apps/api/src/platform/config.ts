import { z } from 'zod';

const secret = z.string().min(32, 'must be at least 32 characters');
const flag = z.stringbool().default(false);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Values that stand in examples and old tutorials; none may guard real data. */
const knownSecrets = /^(.)\1+$|^(change[-_ ]?me|secret|password|example|default|insecure|rowcast)/i;

const knownPushServices =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: optional(z.url()),
    SUPPORT_EMAIL: optional(z.email()),
    DATABASE_URL: z.url(),
    DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(5),
    REDIS_URL: z.url(),
    STORAGE_URL: z.string().regex(/^(file:\/\/\/|s3:\/\/)/, 'must start with file:/// or s3://'),
    MODEL_SERVER_URLS: z
      .string()
      .transform((list) => list.split(',').map((url) => url.trim()))
      .pipe(z.array(z.url()).min(1)),
    LIGHT_MODELS_MB: z.coerce.number().int().min(0).max(65_536).default(128),
    MODEL_IDLE_SECONDS: z.coerce.number().min(0).default(1_800),
    JWT_SECRET: secret,
    ENCRYPTION_KEY: secret,
    CODE_PEPPER: secret,
    SMTP_URL: optional(z.url()),
    MAIL_FROM: z.string().default('Rowcast <no-reply@localhost>'),
    MAIL_LOCAL: flag,
    MAIL_TERMINAL: flag,
    /** Leads to the terminal of the person who started the product; no log contains what is written there. */
    TERMINAL_FD: optional(z.coerce.number().int().min(3)),
    /** Hosts (name:port) on private networks that this server may fetch from. */
    PRIVATE_HOSTS: z
      .string()
      .default('')
      .transform((list) => list.split(',').flatMap((host) => host.trim().toLowerCase() || [])),
    VAPID_PUBLIC_KEY: optional(z.base64url()),
    VAPID_PRIVATE_KEY: optional(z.base64url()),
    VAPID_SUBJECT: optional(z.string().regex(/^(mailto:|https:)/, 'must be a mailto: or https: address')),
    /** A subscription names the address to which this server then sends: only these are believed. */
    PUSH_HOSTS: z
      .string()
      .default('')
      .transform((list) => list || knownPushServices)
      .transform((list) => list.split(',').map((host) => host.trim().toLowerCase())),
    MAX_UPLOAD_MB: z.coerce.number().int().min(1).default(250),
    URL_IMPORT_MIN_KB_PER_SECOND: z.coerce.number().min(0).default(10),
    /** Of each queue; by default all slots but one, and at least 2. */
    WORKSPACE_RUNNING_JOBS: optional(z.coerce.number().int().min(1).max(10_000)),
    WORKSPACE_TRAINING_HOURS: z.coerce.number().min(0.1).max(1_000_000).default(72),
    DEFAULT_PLAN: z.enum(['unlimited', 'free', 'pro', 'team', 'enterprise']).default('unlimited'),
    /** For so long, mails of a workspace contain no text that its people chose. */
    NEW_WORKSPACE_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
    MAX_SESSIONS: z.coerce.number().int().min(1).max(1_000).default(20),
    SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(365).default(30),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    METRICS_TOKEN: optional(secret),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    LOG_PRETTY: flag,
    WEB_DIST: optional(z.string()),
  })
  .superRefine((config, issues) => {
    if (config.NODE_ENV !== 'production') return;
    for (const name of ['JWT_SECRET', 'ENCRYPTION_KEY', 'CODE_PEPPER'] as const) {
      if (knownSecrets.test(config[name]))
        issues.addIssue({ code: 'custom', path: [name], message: 'is a well-known value; generate one' });
    }
    if (config.MAIL_LOCAL)
      issues.addIssue({
        code: 'custom',
        path: ['MAIL_LOCAL'],
        message: 'shows codes to anyone on this machine and is refused in production',
      });
    if (!config.SMTP_URL && !config.MAIL_TERMINAL) {
      issues.addIssue({
        code: 'custom',
        path: ['SMTP_URL'],
        message:
          'is needed to mail codes (or set MAIL_TERMINAL=true to read them with a command on this server)',
      });
    }
  });

export type Config = z.infer<typeof schema>;

export class ConfigError extends Error {}

/** Reads and checks the environment; the message names every variable that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is not valid:\n${lines.join('\n')}\nSee .env.example.`);
}
