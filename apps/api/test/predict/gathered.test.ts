import { expect, test } from 'vitest';
import { createMicroBatch } from '../../src/predict/logging/micro-batch.ts';

test('work is done in order, so many at a time, a moment later, or when it is asked for', async () => {
  const done: number[] = [];
  const work = createMicroBatch<number>(3, 5, (each) => done.push(each));
  work.add(1);
  work.add(2);
  expect(done).toEqual([]);
  work.add(3);
  expect(done).toEqual([1, 2, 3]);
  work.add(4);
  expect(done).toHaveLength(3);
  await expect.poll(() => done).toEqual([1, 2, 3, 4]);
  work.add(5);
  work.settle();
  work.settle();
  expect(done).toEqual([1, 2, 3, 4, 5]);
});
