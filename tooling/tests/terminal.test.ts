import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processLog } from '../src/cli/terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a full disk is reported once and stops nothing', async () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/full', join(folder, 'api.log'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const log = processLog(folder, { quiet: true });
  log.line('api', 'first');
  await vi.waitUntil(() => said.mock.calls.length > 0);
  log.line('api', 'second');
  expect(said.mock.calls.flat()).toEqual([
    expect.stringContaining("The log of the api can't be written any more: ENOSPC"),
  ]);
});

test('what is for the terminal is in no log file', () => {
  const folder = temporaryFolder();
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  const log = processLog(folder, { prefix: false });
  const { isTTY } = process.stdout;
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }));
  for (const terminal of [true, false]) {
    Object.assign(process.stdout, { isTTY: terminal });
    log.terminal('jobs', `code at a terminal: ${terminal}`);
  }
  expect(printed.mock.calls.flat()).toEqual(['code at a terminal: true']);
  expect(readdirSync(folder)).toEqual([]);
});
