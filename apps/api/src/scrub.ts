import { parseArgs } from 'node:util';
import { scrub } from './features/jobs/index.ts';
import { connectDatabase } from './platform/db/database.ts';
import { behind } from './platform/errors/logged-error.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { systemClock } from './platform/time/clock.ts';

/** Verifies every stored object. Exits with 1 when one is damaged or missing, with 5 when the store or the database can't be read. */
const options = { json: { type: 'boolean', default: false } } as const;
const { values } = parseArgs({ options });
const db = connectDatabase(process.env.DATABASE_URL ?? '');

try {
  const storage = openStorage({ STORAGE_URL: process.env.STORAGE_URL ?? '' });
  const found = await scrub({ db, storage, clock: systemClock });
  const { objects, recorded, damaged } = found;
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else {
    for (const { problem, owner } of damaged)
      console.log(`DAMAGED  ${problem}${owner ? `  (${owner.name}, v${owner.version}, ${owner.path})` : ''}`);
    const checked = `${objects} objects were verified, ${recorded} of them for the first time.`;
    console.log(`${checked} ${damaged.length} are damaged or missing.`);
    if (damaged.length > 0)
      console.log('Restore these from a backup, each with its file in checksums/, then run this again.');
  }
  process.exitCode = damaged.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`The object store could not be verified: ${behind(error).said}`);
  process.exitCode = 5;
} finally {
  await db.$client.end();
}
