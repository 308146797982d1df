import { beforeEach } from 'vitest';

let failed = false;

/** Each step of a file stands on the one before it, which may be tried again before it counts as failed. */
beforeEach(({ skip, task, onTestFailed }) => {
  if (failed) skip('A step before this one failed');
  onTestFailed(() => {
    failed = (task.result?.retryCount ?? 0) >= Number(task.retry ?? 0);
  });
});
