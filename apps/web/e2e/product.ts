import { startStack } from '@rowcast/testkit/stack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
  }
}

/** The whole product, once for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack();
  project.provide('address', stack.address);
  return () => stack.stop();
}
