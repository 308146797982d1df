import { fileURLToPath } from 'node:url';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    reporters: reporters('web'),
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    // As long as a machine that is busy with other things needs.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    // By default one core stays unused.
    maxWorkers: '100%',
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
  },
});
