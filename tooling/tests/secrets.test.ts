import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { programEnvironments } from '../src/stack/environment.ts';
import { dataFolder } from '../src/stack/paths.ts';
import { loadSecrets, publicKeyOf } from '../src/stack/secrets.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

test('only the owner may read the secrets and their folder', () => {
  const folder = join(temporaryFolder(), 'secrets');
  loadSecrets(folder);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('secrets are long, differ from one another and stay the same', () => {
  const folder = temporaryFolder();
  const first = loadSecrets(folder);
  expect(loadSecrets(folder)).toEqual(first);
  const values = Object.values(first);
  expect(new Set(values).size).toBe(values.length);
  expect(Math.min(...values.map(({ length }) => length))).toBeGreaterThanOrEqual(32);
});

test('a lost secret is made again, the others are kept', () => {
  const folder = temporaryFolder();
  const before = loadSecrets(folder);
  rmSync(join(folder, 'jwt.key'));
  const { jwt, ...others } = loadSecrets(folder);
  expect(jwt).not.toBe(before.jwt);
  expect(others).toMatchObject({ encryption: before.encryption, postgres: before.postgres });
});

test('the public key verifies what the seed signs', () => {
  // The first test vector of RFC 8032, section 7.1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const raw = Buffer.from(publicKeyOf(seed.toString('base64')), 'base64');
  expect(raw.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  expect(verify(null, Buffer.from('row'), publicKey, sign(null, Buffer.from('row'), privateKey))).toBe(true);
});

test('the model server is given the public key of the signing key in use', () => {
  const secrets = loadSecrets(temporaryFolder());
  const addresses = { host: '127.0.0.1', port: 1, modelServerPort: 2, databaseUrl: '', redisUrl: '' };
  const keyFor = (given: Record<string, string>) =>
    programEnvironments(given, dataFolder(temporaryFolder()), secrets, addresses).modelServer
      .BUNDLE_PUBLIC_KEY;
  const own = Buffer.alloc(32, 7).toString('base64');
  expect(keyFor({})).toBe(publicKeyOf(secrets['bundle-signing']));
  expect(keyFor({ BUNDLE_SIGNING_KEY: own })).toBe(publicKeyOf(own));
});

test('programs that start together have the same secrets', async () => {
  const folder = join(temporaryFolder(), 'secrets');
  const module = pathToFileURL(join(import.meta.dirname, '../src/stack/secrets.ts')).href;
  const program = `console.log(JSON.stringify((await import('${module}')).loadSecrets(process.argv[1])))`;
  const started = Array.from({ length: 4 }, () =>
    run(process.execPath, ['--input-type=module', '--eval', program, folder]),
  );
  const reported = (await Promise.all(started)).map(({ stdout }) => stdout);
  expect(new Set(reported).size).toBe(1);
  expect(readdirSync(folder)).toHaveLength(Object.keys(loadSecrets(folder)).length);
});
