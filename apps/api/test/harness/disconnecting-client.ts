import { readdir } from 'node:fs/promises';
import type { Test } from 'supertest';
import { expect, onTestFinished, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { waitingForLocks } from './locks.ts';

/** What requests log as faults of ours from now on, until the test ends. */
export function noteFaults({ services: { log } }: TestApp): unknown[] {
  const faults: unknown[] = [];
  const noting = Object.assign(Object.create(log), { error: (line: unknown) => faults.push(line) });
  const child = vi.spyOn(log, 'child').mockReturnValue(noting);
  onTestFinished(() => child.mockRestore());
  return faults;
}

/** Sends an upload, and leaves while its route waits for the table. The route goes on once the file is gone. */
export async function leaveAt(app: TestApp, table: string, upload: Test): Promise<void> {
  const others = await app.sql.connect();
  try {
    await others.query('begin');
    await others.query(`lock table ${table} in access exclusive mode`);
    upload.catch(() => {});
    await expect.poll(() => waitingForLocks(app), { timeout: 10_000 }).toBe(1);
    upload.abort();
    const staged = () => readdir(app.services.storage.stagingFolder);
    await expect.poll(staged, { timeout: 10_000 }).toEqual([]);
    await others.query('commit');
  } finally {
    others.release();
  }
}
