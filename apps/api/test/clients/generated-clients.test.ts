import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApi } from '@rowcast/testkit/factories';
import { root } from '@rowcast/tooling/stack/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

// The generators and compilers are programs of their own, so this test starts them; each runs once.
const clients = join(root, 'clients');
const python = join(root, 'services/automl/.venv/bin/python');
const program = promisify(execFile);

/** Runs the package's own script, which is what its users run. */
const generate = (language: 'typescript' | 'python', output: string) =>
  program(process.execPath, ['--run', language, '--', output], { cwd: clients });

let app: TestApp;
let user: SignedIn;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  await createApi(app.sql, { workspaceId: user.workspaceId, name: 'Churn' });
  folder = mkdtempSync(join(tmpdir(), 'rowcast-clients-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the generated TypeScript client compiles and lists APIs', { timeout: 90_000 }, async () => {
  const bin = join(clients, 'node_modules/.bin');
  await generate('typescript', join(folder, 'client'));
  writeFileSync(
    join(folder, 'main.ts'),
    `import { listApis } from './client';
     import { client } from './client/client.gen';
     const [, , baseUrl = '', token = ''] = process.argv;
     client.setConfig({ baseUrl, auth: () => token });
     listApis({ throwOnError: true }).then(({ data }) => {
       const names: string[] = data.data.map(({ name }) => name);
       console.log(names.join());
     });`,
  );
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'apps/api/node_modules/@types')];
  const outDir = join(folder, 'compiled');
  await program(join(bin, 'tsc'), [...options, ...types, '--outDir', outDir, 'main.ts'], { cwd: folder });
  const called = await program(process.execPath, [join(outDir, 'main.js'), app.url, user.token]);
  expect(called.stdout.trim()).toBe('Churn');
});

test('the generated Python client compiles and lists APIs', { timeout: 90_000 }, async () => {
  const output = join(folder, 'rowcast_client');
  const { stdout, stderr } = await generate('python', output);
  expect(stdout + stderr).not.toContain('Warning');
  await program(python, ['-m', 'compileall', '-q', output]);
  const source = `
import sys
from rowcast_client import AuthenticatedClient
from rowcast_client.api.apis import list_apis
url, token = sys.argv[1:]
page = list_apis.sync(client=AuthenticatedClient(base_url=url, token=token))
print(*[api.name for api in page.data])`;
  const called = await program(python, ['-c', source, app.url, user.token], { cwd: folder });
  expect(called.stdout.trim()).toBe('Churn');
});
