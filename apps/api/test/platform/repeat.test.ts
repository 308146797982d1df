import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedSemaphore } from '../../src/platform/concurrency/keyed-semaphore.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { repeat } from '../../src/platform/time/repeat.ts';

const log = createLog({ LOG_LEVEL: 'silent', LOG_PRETTY: false }, 'api');

test('what is repeated never runs twice at once, outlives failures and is waited for at its end', async () => {
  let begun = 0;
  let underWay = 0;
  let most = 0;
  const stop = repeat({ every: 5, log, what: 'counting', atOnce: true }, async () => {
    begun += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(20);
    underWay -= 1;
    if (begun === 1) throw new Error('the first fails');
  });
  expect(begun).toBe(1);
  await expect.poll(() => begun).toBeGreaterThan(2);
  await expect.poll(() => underWay).toBe(1);
  await stop();
  expect(underWay).toBe(0);
  const ended = begun;
  await sleep(50);
  expect({ begun, most }).toEqual({ begun: ended, most: 1 });
});

test('places are counted for each, and one that is given back twice is free once', () => {
  const take = createKeyedSemaphore(2);
  const leave = take('a');
  expect(leave).not.toBeNull();
  expect(take('a')).not.toBeNull();
  expect(take('a')).toBeNull();
  expect(take('b')).not.toBeNull();
  leave?.();
  leave?.();
  expect(take('a')).not.toBeNull();
  expect(take('a')).toBeNull();
});
