import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets, publicKeyOf } from '../stack/secrets.ts';

/** Accounts of the images: ours run as 1000, Postgres and Valkey as 999. */
const ours = 1000;
const stores = 999;

/**
 * Makes what secrets are missing, once, and gives each service the ones it needs in a volume of its own.
 * A value from the environment wins over a made one.
 */
function shareSecrets(vault: string, shares: string, given: NodeJS.ProcessEnv): void {
  const made = loadSecrets(vault);
  const signingKey = given.BUNDLE_SIGNING_KEY || made['bundle-signing'];
  const postgres = given.POSTGRES_PASSWORD || made.postgres;
  const valkey = given.REDIS_PASSWORD || made.valkey;
  const redisUrl = given.REDIS_URL || `redis://:${encodeURIComponent(valkey)}@valkey:6379`;

  const share = (service: string, file: string, uid: number, lines: string[]) => {
    const folder = join(shares, service);
    mkdirSync(folder, { recursive: true });
    const draft = join(folder, `.${file}`);
    writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o400 });
    chownSync(draft, uid, uid);
    renameSync(draft, join(folder, file));
    chownSync(folder, uid, uid);
    chmodSync(folder, 0o500);
  };
  const env = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`);

  share('postgres', 'password', stores, [postgres]);
  share('valkey', 'password', stores, [valkey]);
  share('valkey', 'valkey.conf', stores, [`requirepass ${JSON.stringify(valkey)}`]);
  share(
    'node',
    'env',
    ours,
    env({
      JWT_SECRET: given.JWT_SECRET || made.jwt,
      ENCRYPTION_KEY: given.ENCRYPTION_KEY || made.encryption,
      CODE_PEPPER: given.CODE_PEPPER || made['code-pepper'],
      DATABASE_URL:
        given.DATABASE_URL || `postgres://rowcast:${encodeURIComponent(postgres)}@postgres:5432/rowcast`,
      REDIS_URL: redisUrl,
    }),
  );
  share('worker', 'env', ours, env({ BUNDLE_SIGNING_KEY: signingKey, REDIS_URL: redisUrl }));
  share(
    'model-server',
    'env',
    ours,
    env({ BUNDLE_PUBLIC_KEY: given.BUNDLE_PUBLIC_KEY || publicKeyOf(signingKey) }),
  );
}

shareSecrets('/secrets/vault', '/secrets', process.env);
