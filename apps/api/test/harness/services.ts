import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startServices } from '@rowcast/testkit/services';
import { noteError } from '@rowcast/tooling/testing/reporters';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { recordedCalls } from './recorded-changes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The changing calls whose record some test has seen, one a line. */
    seenFile: string;
  }
}

/** A run of single files says nothing about what no test does. */
const isWholeRun = () => process.argv.slice(2).every((word) => word === 'run' || word.startsWith('-'));

/** One Postgres and one Valkey for all test files; each takes a database and a keyspace of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startServices({ migrate: migrateDatabase });
  const seenFile = path.join(services.folder, 'changes');
  writeFileSync(seenFile, '');
  project.provide('services', services.addresses);
  project.provide('seenFile', seenFile);
  return async () => {
    const seen = new Set(readFileSync(seenFile, 'utf8').split('\n'));
    await services.stop();
    const untried = [...recordedCalls].filter((id) => !seen.has(id));
    if (!isWholeRun() || untried.length === 0) return;
    const error = new Error(
      `no test makes these changes, so nothing shows their record: ${untried.join(', ')}`,
    );
    noteError('api', error);
    throw error;
  };
}
