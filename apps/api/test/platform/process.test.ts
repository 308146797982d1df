import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const running = new URL('../../src/platform/process.ts', import.meta.url).href;

test('a process that gets two signals shuts down once', async () => {
  const script = `import { runUntilSignal } from '${running}';
await runUntilSignal(async () => {
  const open = setInterval(() => undefined, 1_000);
  process.on('SIGTERM', () => console.log('reported again'));
  console.log('started');
  return async () => {
    console.log('stopping');
    await new Promise((resolve) => process.once('SIGUSR2', resolve));
    clearInterval(open);
  };
});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  const saying = (word: string) => expect.poll(() => said, { timeout: 10_000 }).toContain(word);
  await saying('started');
  child.kill('SIGINT');
  await saying('stopping');
  child.kill('SIGTERM');
  await saying('reported again');
  child.kill('SIGUSR2');
  expect(await closed).toEqual([0, null]);
  expect(said).toEqual(['started', 'stopping', 'reported again']);
});
