import { startServices, type TestServices } from '@rowcast/testkit/services';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startApp, type TestApp } from './app.ts';

/** The real server with a Postgres and a Valkey of its own, which the test may stop. */
export async function startAppAlone(env: Record<string, string> = {}): Promise<{
  services: TestServices;
  app: TestApp;
  close(): Promise<void>;
}> {
  const services = await startServices({ migrate: migrateDatabase });
  const app = await startApp({ addresses: services.addresses, env });
  return {
    services,
    app,
    async close() {
      await app.close();
      await services.stop();
    },
  };
}
