import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reporters } from '@rowcast/tooling/testing/reporters';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'cleaning',
  'main-path',
  'screens',
  'custom-models',
  'trying',
  'languages',
  'team',
  'serving',
];

/** None of the longest is left to the end, when nothing runs beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(basename(moduleId, '.test.ts'));
      return place < 0 ? longest.length : place;
    };
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['*.test.ts'],
    reporters: reporters('web-e2e'),
    globalSetup: ['./support/product.ts'],
    testTimeout: 180_000,
    retry: 1,
    hookTimeout: 180_000,
    // While one waits for the product, the other's browser computes; each file has people of its own.
    maxWorkers: 2,
    // The files of a worker share its browser.
    isolate: false,
    setupFiles: ['./support/skip-after-failure.ts'],
    sequence: { sequencer: LongestFirst },
  },
});
