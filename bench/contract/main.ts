// Properties of the whole OpenAPI document against the real product, by schemathesis: no answer with 5xx, none outside
// its schema, status or content type. Usage: node bench/contract/main.ts [SECONDS] [SEED]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { startStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { pythonOf } from '../environments.ts';

const seconds = Number(process.argv[2] ?? 240);
const seed = process.argv[3] ?? '1';
/** Requests take turns between them, so that none meets the limit of a session. */
const people = 16;
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** They take away what the run itself stands on: its sessions, its account, its membership; or never end. */
const excluded = [
  'logout',
  'revokeSession',
  'changePassword',
  'resetPassword',
  'refreshToken',
  'deleteAccount',
  'confirmEmail',
  'confirmUsername',
  'leaveTeam',
  'handOverOwnership',
  'followEvents',
];

type SignedIn = { token: string };

const tools = dirname(pythonOf(join(import.meta.dirname, 'schemathesis.lock')));
const stack = await startStack();
let code = 1;
try {
  const client = clientOf(stack.address);
  const post = <T>(path: string, body: object, token?: string) =>
    client.json<T>('POST', `/api/v1${path}`, { body, ...(token && { token }) });
  const tokens: string[] = [];
  for (let each = 0; each < people; each += 1) {
    const email = `contract-${each}@example.com`;
    await post('/auth/signup', { name: 'Contract', email, phoneNumber: '+14155550100' });
    const { token } = await post<SignedIn>('/auth/verify-otp', { email, otp: await stack.code(email) });
    await post('/apis', { name: 'Churn' }, token);
    tokens.push(token);
  }
  // Not awaited in one go: what the product writes meanwhile has to be read.
  const run = spawn(
    join(tools, 'st'),
    [
      'run',
      `${stack.address}/api/v1/openapi.json`,
      ...['--url', stack.address, '--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing'],
      ...['--max-time', `${seconds}`, '--seed', seed, '--workers', '1', '--continue-on-failure'],
      ...['--request-timeout', '30', '--suppress-health-check', 'all', '--no-color', '--warnings', 'off'],
      ...excluded.flatMap((id) => ['--exclude-operation-id', id]),
    ],
    {
      stdio: 'inherit',
      // It keeps what it found where it runs.
      cwd: stack.folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: import.meta.dirname,
        PYTHONDONTWRITEBYTECODE: '1',
        TOKENS: JSON.stringify(tokens),
      },
    },
  );
  const [status] = (await once(run, 'close')) as [number | null];
  code = status ?? 1;
  const failures = stack.output.filter((line) => line.startsWith('api: ') && line.includes('request failed'));
  for (const line of failures.slice(0, 20)) console.log(line);
} finally {
  await stack.stop();
}
console.log(`No 5xx, no answer outside its schema: ${code === 0 ? 'kept' : 'MISSED'}`);
process.exitCode = code;
