import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../src/stack/paths.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** The images and the compose file say these themselves, or they are of "npm start" alone. */
const elsewhere = new Set([
  ...['HOST', 'NODE_ENV', 'MODEL_SERVER_HOST', 'MODEL_SERVER_PORT'],
  ...['LOG_PRETTY', 'ROWCAST_DATA', 'POSTGRES_PORT', 'VALKEY_PORT'],
]);
const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);

test.each(settings.filter((name) => !elsewhere.has(name)))('%s of .env reaches a container', (name) => {
  expect(read('docker-compose.yml')).toMatch(new RegExp(`\\$\\{${name}\\b|^ +${name}:$`, 'm'));
});
