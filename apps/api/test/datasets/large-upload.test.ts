import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { environmentOf } from '../pipeline/product.ts';
import { type Program, startNode } from '../pipeline/programs.ts';

const megabyte = 1 << 20;
const row = 'some,cells,of,a,row,1234567890\n';
const chunk = Buffer.alloc(megabyte, row);

let app: TestApp;
let user: SignedIn;
let api: Program;
let port: number;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  port = await freePort();
  api = await startNode('main.ts', {
    ...environmentOf(app),
    PORT: String(port),
    MAX_UPLOAD_MB: '100',
  });
});
afterAll(async () => {
  await api.kill();
  await app.close();
});

/** Most memory the process ever held, in MB. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

function send(
  megabytes: number,
): Promise<{ status: number | undefined; body: { error?: { code: string } } }> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      method: 'POST',
      path: '/api/v1/datasets/upload',
      headers: { ...user.headers, 'content-type': 'multipart/form-data; boundary=end' },
    });
    request.once('error', reject).once('response', async (answer) => {
      const parts = await answer.toArray();
      resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) });
    });
    request.write(
      '--end\r\nContent-Disposition: form-data; name="file"; filename="large.csv"\r\n\r\na,b,c,d,e,f\n',
    );
    let sent = 0;
    const more = () => {
      if (sent++ < megabytes) request.write(chunk, more);
      else request.end('\r\n--end--\r\n');
    };
    more();
  });
}

test('a file is neither held in memory nor taken beyond the limit', { timeout: 60_000 }, async () => {
  await send(1);
  const before = await peakMemory();
  expect((await send(96)).status).toBe(201);
  const refused = await send(128);
  expect([refused.status, refused.body.error?.code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect((await peakMemory()) - before).toBeLessThan(64);
  await expect.poll(() => readdir(app.services.storage.stagingFolder)).toEqual([]);
  const { rows } = await app.sql.query('select size_bytes from datasets order by size_bytes');
  expect(rows).toHaveLength(2);
});
