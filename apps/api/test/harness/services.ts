import { startServices } from '@rowcast/testkit/services';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.ts';

/** One Postgres and one Valkey for all test files; each takes a database and a keyspace of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startServices({ migrate: migrateDatabase });
  project.provide('services', services.addresses);
  return () => services.stop();
}
