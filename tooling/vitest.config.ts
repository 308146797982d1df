import { defineConfig } from 'vitest/config';
import { reporters } from './src/testing/reporters.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    reporters: reporters('tooling'),
    testTimeout: 60_000,
    retry: 1,
    // Most of the time is spent on waiting for processes.
    maxWorkers: 2,
    hookTimeout: 180_000,
  },
});
