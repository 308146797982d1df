import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Client, DemoError } from './client.ts';

const limitMs = 30_000;
/** In a container of the jobs service. */
const showMails = ['with-secrets', 'node', 'apps/api/src/mailbox.ts'];

/** The one-time code mailed to an address: from the local mailbox, a command's output or the containers. */
export async function receivedCode(client: Client, email: string, command?: string): Promise<string> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    client.signal?.throwIfAborted();
    const code = command
      ? codeIn(await outputOf('/bin/sh', ['-c', command]), email)
      : ((await fromMailbox(client, email)) ?? (await fromContainers(email)));
    if (code) return code;
    await sleep(300);
  }
  throw new DemoError(
    `No one-time code for ${email} came within ${limitMs / 1000} s. Where there is no local mailbox, set MAIL_TERMINAL=true ` +
      'and name a command that shows the codes: --code-from "COMMAND" or ROWCAST_DEMO_CODE_COMMAND.',
  );
}

async function fromMailbox(client: Client, email: string): Promise<string | undefined> {
  try {
    const query = new URLSearchParams({ to: email });
    const { data } = await client.json<{ data: { code: string | null }[] }>(
      'GET',
      `/mailbox/messages?${query}`,
    );
    return data[0]?.code ?? undefined;
  } catch {
    return undefined;
  }
}

async function fromContainers(email: string): Promise<string | undefined> {
  for (const engine of ['docker', 'podman']) {
    const ids = await outputOf(engine, ['ps', '-q', '--filter', 'label=com.docker.compose.service=jobs']);
    for (const id of ids.split(/\s+/).filter(Boolean)) {
      const code = codeIn(await outputOf(engine, ['exec', id, ...showMails, email]), email);
      if (code) return code;
    }
  }
  return undefined;
}

export function codeIn(log: string, email: string): string | undefined {
  const line = log.split('\n').findLast((text) => text.includes(email));
  return line?.replaceAll(email, '').match(/code\W+(?:is\W+)?(\d{6})\b/)?.[1];
}

async function outputOf(command: string, args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      maxBuffer: 20_000_000,
      timeout: 10_000,
    });
    return stdout + stderr;
  } catch {
    return '';
  }
}
