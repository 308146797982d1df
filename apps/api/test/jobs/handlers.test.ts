import { expect, test } from 'vitest';
import { handlersByQueue, jobHandlers } from '../../src/features/jobs/index.ts';

test('every queue has its handler', () => {
  expect([...handlersByQueue(jobHandlers).keys()].sort()).toEqual([
    'archive',
    'erase',
    'ingest',
    'lint',
    'mail',
    'maintenance',
    'pull',
    'push',
    'scrub',
    'train',
  ]);
});

test('a missing handler is named', () => {
  const some = jobHandlers.filter(({ queue }) => queue !== 'train');
  expect(() => handlersByQueue(some)).toThrow('no handler for the queues train');
});

test('a second handler is named', () => {
  expect(() => handlersByQueue([...jobHandlers, { queue: 'mail' }])).toThrow(
    'two handlers for the queue mail',
  );
});
