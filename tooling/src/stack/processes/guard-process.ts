import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { GuardMessage, Ward } from './guard.ts';
import { endProcess } from './process-identity.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const wards: Ward[] = [];
const folders: string[] = [];
let closed = false;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as GuardMessage;
  if ('watch' in message) wards.unshift(message.watch);
  else if ('release' in message) wards.splice(wards.findIndex(({ pid }) => pid === message.release) >>> 0, 1);
  else if ('folder' in message) folders.push(message.folder);
  else closed = true;
}

if (!closed) for (const ward of wards) await endProcess(ward, ward);
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
