import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
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
