import { rm } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/platform/config.ts';
import { testEnvironment } from '../harness/settings.ts';

const { env, folder } = testEnvironment({
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
});
afterAll(() => rm(folder, { recursive: true }));
const production = { ...env, NODE_ENV: 'production', MAIL_LOCAL: 'false', SMTP_URL: 'smtp://127.0.0.1:1' };

test('generated secrets and a mail server are enough for production', () => {
  expect(loadConfig(production).NODE_ENV).toBe('production');
});

test.each([
  ['JWT_SECRET', 'change-me-change-me-change-me-change-me'],
  ['ENCRYPTION_KEY', 'secretsecretsecretsecretsecretsecret'],
  ['CODE_PEPPER', 'a'.repeat(40)],
  ['JWT_SECRET', 'short'],
  ['MAIL_LOCAL', 'true'],
  ['SMTP_URL', ''],
  ['SUPPORT_EMAIL', 'support'],
])('production does not start with %s=%s', (name, value) => {
  expect(() => loadConfig({ ...production, [name]: value })).toThrow(new RegExp(`\\n {2}${name}: `));
});

test('without a mail server, codes in the log must be asked for', () => {
  const { SMTP_URL: _url, ...without } = production;
  expect(loadConfig({ ...without, MAIL_TERMINAL: 'true' }).MAIL_TERMINAL).toBe(true);
});

test('hosts are taken as addresses name them, in small letters', () => {
  const { PRIVATE_HOSTS } = loadConfig({ ...env, PRIVATE_HOSTS: 'Files.Example.Internal:8443, NAS:80' });
  expect(PRIVATE_HOSTS).toEqual(['files.example.internal:8443', 'nas:80']);
});

test('every wrong variable is named at once, and no value is repeated', () => {
  const wrong = { ...production, PORT: 'eighty', REDIS_URL: 'hidden-password', JWT_SECRET: 'short-secret' };
  expect(() => loadConfig(wrong)).toThrow(/PORT[\s\S]*REDIS_URL|REDIS_URL[\s\S]*PORT/);
  expect(() => loadConfig(wrong)).not.toThrow(/hidden-password|short-secret/);
});
