import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitUpTo, withTimeout } from '../../src/platform/time/timeout.ts';

test('a task that takes too long is an error, or is no longer waited for', async () => {
  const slow = sleep(10_000, 'done', { ref: false });
  const begun = performance.now();
  await expect(withTimeout(20, slow, 'too slow')).rejects.toThrow('too slow');
  await waitUpTo(20, slow);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('the outcome of a task that ends in time is passed on', async () => {
  expect(await withTimeout(5_000, Promise.resolve(3), 'too slow')).toBe(3);
  await expect(waitUpTo(5_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
