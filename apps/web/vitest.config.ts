import { fileURLToPath } from 'node:url';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    reporters: reporters('web'),
    // Tests without a DOM set the environment "node" in their first line.
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    // Long enough for a busy machine.
    testTimeout: 20_000,
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    // Vitest leaves one core unused by default.
    maxWorkers: '100%',
    // Importing React for each file would take longer than most tests.
    isolate: false,
    // Libraries with state: toasts and texts.
    server: { deps: { inline: ['sonner', /i18next/] } },
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
  },
});
