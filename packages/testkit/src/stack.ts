import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@rowcast/tooling/stack/environment';
import { dataFolder } from '@rowcast/tooling/stack/paths';
import { startGuard } from '@rowcast/tooling/stack/processes/guard';
import { type ProcessName, startProduct } from '@rowcast/tooling/stack/product';

export type TestStack = {
  address: string;
  databaseUrl: string;
  redisUrl: string;
  folder: string;
  /** The folder of its object store. */
  objects: string;
  /** What the processes wrote, each line after the name of its process. */
  output: string[];
  pid(name: ProcessName): number | undefined;
  /** `kill -9`; resolves when the process runs again under another number. */
  kill(name: ProcessName): Promise<void>;
  /** The newest one-time code mailed to an address. */
  code(email: string): Promise<string>;
  stop(): Promise<void>;
};

/** The whole product as `npm start` runs it, on a temporary folder and free ports. It ends with this process. */
export async function startStack(environment: Environment = {}): Promise<TestStack> {
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-stack-'));
  chmodSync(folder, 0o711);
  const guard = startGuard();
  guard.removeFolder(folder);
  const output: string[] = [];
  const { PATH = '', HOME = '' } = process.env;
  const data = dataFolder(join(folder, 'data'));
  const product = await startProduct({
    data,
    given: { PATH, HOME, LOG_PRETTY: 'false', ...ephemeralPorts, ...environment },
    say: (sentence) => void output.push(`rowcast: ${sentence}`),
    line: (name, text) => void output.push(`${name}: ${text}`),
  }).catch(async (error: Error) => {
    await guard.close();
    throw new Error(`${error.message}\n${output.slice(-30).join('\n')}`, { cause: error });
  });
  return {
    address: product.address,
    databaseUrl: product.databaseUrl,
    redisUrl: product.redisUrl,
    folder,
    objects: data.objects,
    output,
    pid: (name) => product.process(name).pid(),
    async kill(name) {
      const process_ = product.process(name);
      const pid = process_.pid();
      if (pid) process.kill(pid, 'SIGKILL');
      await until(() => process_.pid() !== undefined && process_.pid() !== pid);
    },
    code: (email) => mailedCode(product.address, email),
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await guard.close();
    },
  };
}

const ephemeralPorts = { PORT: '0', MODEL_SERVER_PORT: '0', POSTGRES_PORT: '0', VALKEY_PORT: '0' };
const patienceMs = 60_000;

async function mailedCode(address: string, email: string): Promise<string> {
  let code: string | null | undefined;
  await until(async () => {
    const answer = await fetch(`${address}/mailbox/messages?${new URLSearchParams({ to: email })}`);
    const { data } = (await answer.json()) as { data: { code: string | null }[] };
    code = data.find((mail) => mail.code)?.code;
    return Boolean(code);
  });
  return code ?? '';
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs / 1000} s in vain.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
