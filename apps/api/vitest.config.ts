import { join } from 'node:path';
import { toolchain } from '@rowcast/tooling/stack/paths';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: reporters('api'),
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/services.ts'],
    // Of the programs that tests start.
    env: { NODE_COMPILE_CACHE: join(toolchain, 'compile-cache') },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Many tests wait for a process, during which another file computes.
    maxWorkers: 3,
    retry: 1,
    // Files share nothing but the services, in which each has a database and a keyspace of its own.
    isolate: false,
  },
});
