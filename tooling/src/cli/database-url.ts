import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder } from '../stack/paths.ts';
import { embeddedUrl } from '../stack/postgres/postgres.ts';
import { NotReady } from '../stack/processes/readiness.ts';
import { runningProduct } from '../stack/run-file.ts';
import { loadSecrets } from '../stack/secrets.ts';

/** The configured database, or that of the product that runs. */
export function databaseUrl(): string {
  const given = givenEnvironment();
  if (given.DATABASE_URL) return given.DATABASE_URL;
  const data = dataFolder(given.ROWCAST_DATA);
  const port = runningProduct(data.runFile)?.postgresPort;
  if (port) return embeddedUrl(port, loadSecrets(data.secrets).postgres);
  throw new NotReady(
    'Rowcast does not run. Start it with "npm start", or name its database with --database-url.',
  );
}
