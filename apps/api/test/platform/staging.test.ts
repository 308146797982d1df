import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStaging } from '../../src/platform/storage/staging.ts';

const root = mkdtempSync(path.join(tmpdir(), 'staged-'));
afterAll(() => rmSync(root, { recursive: true }));

test('what a killed process staged is deleted, and nothing of those that live or of others', () => {
  const own = openStaging(root);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = path.join(root, `rowcast-staging-${pid}-abc`);
  const living = path.join(root, `rowcast-staging-${process.ppid}-abc`);
  const another = path.join(root, 'somebody-elses');
  for (const folder of [left, living, another]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'upload'), 'half');
  }
  const second = openStaging(root);
  expect(second).not.toBe(own);
  expect([own, second, living, another].map((folder) => existsSync(folder))).toEqual(Array(4).fill(true));
  expect(existsSync(left)).toBe(false);
});
