import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { localUrl } from './network/local-url.ts';
import { type DataFolder, root, toolchain, webDist } from './paths.ts';
import { publicKeyOf, type Secrets } from './secrets.ts';

export type Environment = Record<string, string>;

/** Set by root, which has read `.env` already, for the account that may not be able to. */
export const environmentIsComplete = 'ROWCAST_ENVIRONMENT_COMPLETE';

/** The environment over `.env`. An empty value counts as none. */
export function givenEnvironment(
  env: NodeJS.ProcessEnv = process.env,
  file = join(root, '.env'),
): Environment {
  const fromFile =
    !env[environmentIsComplete] && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return Object.fromEntries(
    Object.entries({ ...fromFile, ...env }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

export type Addresses = {
  host: string;
  port: number;
  modelServerPort: number;
  databaseUrl: string;
  redisUrl: string;
};

const secretNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'JWT_SECRET',
  'ENCRYPTION_KEY',
  'CODE_PEPPER',
  'BUNDLE_SIGNING_KEY',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
];

/** Environment of each program, without secrets that it does not use. */
export function programEnvironments(
  given: Environment,
  data: DataFolder,
  secrets: Secrets,
  addresses: Addresses,
) {
  const { host, port, modelServerPort, databaseUrl, redisUrl } = addresses;
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !secretNames.includes(name)));
  const shared: Environment = {
    LOG_PRETTY: 'true',
    STORAGE_URL: pathToFileURL(data.objects).href,
    ...others,
    TMPDIR: data.tmp,
  };
  const node: Environment = {
    PUBLIC_URL: localUrl(host, port),
    MODEL_SERVER_URLS: localUrl(given.MODEL_SERVER_HOST ?? '127.0.0.1', modelServerPort),
    JWT_SECRET: secrets.jwt,
    ENCRYPTION_KEY: secrets.encryption,
    CODE_PEPPER: secrets['code-pepper'],
    MAIL_LOCAL: `${!given.SMTP_URL && given.NODE_ENV !== 'production'}`,
    WEB_DIST: webDist,
    NODE_COMPILE_CACHE: join(toolchain, 'compile-cache'),
    ...given,
    ...shared,
    HOST: host,
    PORT: `${port}`,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
  };
  delete node.BUNDLE_SIGNING_KEY;
  const signing = given.BUNDLE_SIGNING_KEY ?? secrets['bundle-signing'];
  const python: Environment = { PYTHONUNBUFFERED: '1', ...shared };
  return {
    node,
    worker: { ...python, REDIS_URL: redisUrl, BUNDLE_SIGNING_KEY: signing },
    modelServer: {
      ...python,
      BUNDLE_PUBLIC_KEY: given.BUNDLE_PUBLIC_KEY ?? publicKeyOf(signing),
      MODEL_SERVER_HOST: given.MODEL_SERVER_HOST ?? '127.0.0.1',
      MODEL_SERVER_PORT: `${modelServerPort}`,
    },
  };
}
