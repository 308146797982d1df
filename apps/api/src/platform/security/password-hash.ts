import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';
import { keyedHash } from './encryption.ts';

/** OWASP's second choice of Argon2id: 19 MiB and two passes, about 20 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type Keyed = { config: Pick<Config, 'ENCRYPTION_KEY'> };

/** With a key of ours mixed in, a copy of the database can't be searched for weak passwords. */
const settings = ({ config }: Keyed) => ({
  ...cost,
  secret: Buffer.from(keyedHash('password', config.ENCRYPTION_KEY), 'hex'),
});

export const hashPassword = (services: Keyed, password: string): Promise<string> =>
  hash(password.normalize('NFKC'), settings(services));

let nobody: Promise<string> | undefined;

/** Takes the same time without a stored password. */
export async function isPassword(services: Keyed, stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(services, 'nobody has this password');
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'), settings(services));
  return stored !== null && matches;
}
