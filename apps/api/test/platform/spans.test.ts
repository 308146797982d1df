import { expect, test } from 'vitest';
import { spanOf, waitOf } from '../../src/platform/time/duration-text.ts';

test.each([
  [1, '1 second', '1 second'],
  [45, '45 seconds', '45 seconds'],
  [60, '1 minute', '60 seconds'],
  [121, '121 seconds', '3 minutes'],
  [3_600, '1 hour', '60 minutes'],
  [7_201, '7201 seconds', '3 hours'],
  [86_400, '1 day', '24 hours'],
  [864_000, '10 days', '10 days'],
])('%i seconds as a span and as a wait', (seconds, span, wait) => {
  expect([spanOf(seconds), waitOf(seconds)]).toEqual([span, wait]);
});
