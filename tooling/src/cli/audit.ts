import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../stack/paths.ts';
import { databaseUrl } from './database-url.ts';
import { UsageError } from './exit-codes.ts';
import { exitOf } from './stop-request.ts';

const options = {
  'database-url': { type: 'string' },
  against: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Verifies the audit log in a database of one's own, or in that of the product that runs. */
export async function audit(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.join(' ') !== 'verify') throw new UsageError('There is only "audit verify".');
  const env = { ...process.env, DATABASE_URL: values['database-url'] ?? databaseUrl() };
  const passed = [
    ...(values.json ? ['--json'] : []),
    ...(values.against ? ['--against', resolve(values.against)] : []),
  ];
  const child = spawn(process.execPath, ['src/audit.ts', ...passed], {
    cwd: resolve(root, 'apps/api'),
    env,
    stdio: 'inherit',
  });
  return (await exitOf(child)) ?? 1;
}
