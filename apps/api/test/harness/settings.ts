import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const secret = () => randomBytes(32).toString('hex');

/** The environment of a process under test: its own secrets, its own storage, nothing reachable by accident. */
export function testEnvironment(given: Record<string, string>): {
  env: Record<string, string>;
  folder: string;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowcast-api-'));
  const env = {
    NODE_ENV: 'test',
    STORAGE_URL: pathToFileURL(folder).href,
    MODEL_SERVER_URLS: 'http://127.0.0.1:9',
    JWT_SECRET: secret(),
    ENCRYPTION_KEY: secret(),
    CODE_PEPPER: secret(),
    MAIL_LOCAL: 'true',
    // Fixtures of many rows take longer on a busy machine.
    DATABASE_TIMEOUT_SECONDS: '60',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...given,
  };
  return { env, folder };
}
