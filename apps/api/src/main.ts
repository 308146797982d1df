import type { AddressInfo } from 'node:net';
import { migrateDatabase } from './db/migrate.ts';
import { createApiServer } from './http/server.ts';
import { loadConfig } from './platform/config.ts';
import { runUntilSignal } from './platform/process.ts';
import { closeServices, openServices } from './platform/services.ts';

await runUntilSignal(async () => {
  const config = loadConfig();
  await migrateDatabase(config.DATABASE_URL);
  const services = openServices(config, 'api');
  const api = createApiServer(services);
  await new Promise<void>((resolve, reject) => {
    api.server.once('error', reject).listen(config.PORT, config.HOST, resolve);
  });
  const { port } = api.server.address() as AddressInfo;
  services.log.info({ host: config.HOST, port }, 'api is listening');
  return async () => {
    await api.close();
    await closeServices(services);
  };
});
