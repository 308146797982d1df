import { startStack } from '@rowcast/testkit/stack';
import { bundleKeys } from '@rowcast/testkit/trained';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    databaseUrl: string;
    /** The folder of the object store. */
    objects: string;
  }
}

/** The whole product, once for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack(bundleKeys);
  project.provide('address', stack.address);
  project.provide('databaseUrl', stack.databaseUrl);
  project.provide('objects', stack.objects);
  return () => stack.stop();
}
