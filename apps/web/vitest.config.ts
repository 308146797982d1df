import { fileURLToPath } from 'node:url';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    reporters: reporters('web'),
    // Files that need no DOM name the environment "node" in their first line.
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    // As long as a machine that is busy with other things needs.
    testTimeout: 20_000,
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    // By default one core stays unused.
    maxWorkers: '100%',
    // Importing React for each file would take longer than most files' tests.
    isolate: false,
    // Libraries that keep state: toasts and words.
    server: { deps: { inline: ['sonner', /i18next/] } },
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
  },
});
