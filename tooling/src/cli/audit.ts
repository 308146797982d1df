import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder, root } from '../stack/paths.ts';
import { embeddedUrl } from '../stack/postgres/postgres.ts';
import { NotReady } from '../stack/processes/readiness.ts';
import { runningProduct } from '../stack/run-file.ts';
import { loadSecrets } from '../stack/secrets.ts';
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

function databaseUrl(): string {
  const given = givenEnvironment();
  if (given.DATABASE_URL) return given.DATABASE_URL;
  const data = dataFolder(given.ROWCAST_DATA);
  const port = runningProduct(data.runFile)?.postgresPort;
  if (port) return embeddedUrl(port, loadSecrets(data.secrets).postgres);
  throw new NotReady(
    'Rowcast does not run. Start it with "npm start", or name its database with --database-url.',
  );
}
