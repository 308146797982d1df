import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLink } from './try-link.ts';

const names = ['jwt', 'encryption', 'code-pepper', 'bundle-signing', 'postgres', 'valkey'] as const;

export type Secrets = Record<(typeof names)[number], string>;

/** The secrets of a data folder; the missing ones are made. Only their owner may read them. */
export function loadSecrets(folder: string): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return Object.fromEntries(names.map((name) => [name, loadSecret(join(folder, `${name}.key`))])) as Secrets;
}

function loadSecret(file: string): string {
  if (!existsSync(file)) makeSecret(file);
  return readFileSync(file, 'utf8').trim();
}

/** Writes a new secret, whole from the moment it is there, unless another process was faster. */
function makeSecret(file: string): void {
  const secret = randomBytes(32).toString(file.endsWith('bundle-signing.key') ? 'base64' : 'hex');
  const written = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(written, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    tryLink(written, file);
  } finally {
    unlinkSync(written);
  }
}

/** Node takes an Ed25519 seed only inside PKCS 8; these are the bytes around it. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function publicKeyOf(seed: string): string {
  const der = Buffer.concat([pkcs8, Buffer.from(seed, 'base64')]);
  const jwk = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return Buffer.from(jwk.x ?? '', 'base64url').toString('base64');
}
