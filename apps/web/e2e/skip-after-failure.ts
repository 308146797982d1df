import { beforeEach } from 'vitest';

let failed = false;

/** Each step of a file stands on the one before it. */
beforeEach(({ skip, onTestFailed }) => {
  if (failed) skip('A step before this one failed');
  onTestFailed(() => {
    failed = true;
  });
});
