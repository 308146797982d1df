import { migrateDatabase } from './db/migrate.ts';
import { runJobs } from './features/jobs/index.ts';
import { warnAboutUnsentMail } from './features/mail/index.ts';
import { loadConfig } from './platform/config.ts';
import { runUntilSignal } from './platform/process.ts';
import { closeServices, openServices } from './platform/services.ts';

await runUntilSignal(async () => {
  const config = loadConfig();
  await migrateDatabase(config.DATABASE_URL);
  const services = openServices(config, 'jobs');
  warnAboutUnsentMail(services);
  const stop = runJobs(services);
  services.log.info('jobs are running');
  return async () => {
    await stop();
    await closeServices(services);
  };
});
