import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identify, type ProcessIdentity } from '../src/stack/processes/process-identity.ts';
import { AlreadyRunning, runningProduct, takeRunFile } from '../src/stack/run-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

function idle(): ProcessIdentity {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const identity = identify(child.pid ?? 0);
  if (!identity) throw new Error('the process did not start');
  return identity;
}

const ended: ProcessIdentity = { pid: 2_147_483_647, started: '1' };

test('a second product is refused with the process and the address of the first', async () => {
  const file = join(temporaryFolder(), 'run.json');
  const first = idle();
  writeFileSync(file, JSON.stringify({ ...first, address: 'http://127.0.0.1:3000', children: {} }));
  const refused = takeRunFile(file);
  await expect(refused).rejects.toThrow(AlreadyRunning);
  await expect(refused).rejects.toThrow(`process ${first.pid}, http://127.0.0.1:3000`);
  expect(runningProduct(file)?.pid).toBe(first.pid);
});

test('what a killed product left running is ended first', async () => {
  const file = join(temporaryFolder(), 'run.json');
  const left = idle();
  writeFileSync(file, JSON.stringify({ ...ended, address: '', children: { worker: left } }));
  const taken = await takeRunFile(file);
  expect(identify(left.pid)).toBeUndefined();
  expect(runningProduct(file)?.pid).toBe(process.pid);
  taken.remove();
  expect(existsSync(file)).toBe(false);
});

test('a process that got the number of an ended one is left alone', async () => {
  const file = join(temporaryFolder(), 'run.json');
  const stranger = idle();
  const child = { ...stranger, started: '1' };
  writeFileSync(
    file,
    JSON.stringify({ ...stranger, started: '1', address: '', children: { worker: child } }),
  );
  (await takeRunFile(file)).remove();
  expect(identify(stranger.pid)).toEqual(stranger);
});

test('a file cut short by a crash does not stop the next start', async () => {
  const file = join(temporaryFolder(), 'run.json');
  writeFileSync(file, '{"pid": 12');
  const taken = await takeRunFile(file);
  taken.child('api', process.pid);
  expect(JSON.parse(readFileSync(file, 'utf8')).children.api).toEqual(identify(process.pid));
  taken.remove();
});
