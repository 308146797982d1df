import { fileURLToPath } from 'node:url';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['*.test.ts'],
    reporters: reporters('web-e2e'),
    globalSetup: ['./product.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // While one waits for the product, the other's browser computes; each file has people of its own.
    maxWorkers: 2,
    setupFiles: ['./skip-after-failure.ts'],
  },
});
