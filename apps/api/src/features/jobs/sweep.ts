import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { forgetPaidShares } from '../../db/job-shares.repository.ts';
import { forgetEndedJobs } from '../../db/jobs.repository.ts';
import { forgetRouteChanges } from '../../db/route-changes.repository.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';
import { hourMs } from '../../platform/time/durations.ts';
import { trimLog } from '../../predict/logging/call-log.repository.ts';
import { dropOldDays, prepareLog } from '../../predict/logging/partitions.repository.ts';
import { archiveSweep } from '../account/index.ts';
import { sweepAuth } from '../auth/index.ts';
import { sweepMail } from '../mail/index.ts';
import { sweepNotifications } from '../notifications/index.ts';
import { objectSweeps } from './sweep-objects.ts';

/** Younger uploads may be under way. */
const uploadMs = hourMs;
const kept = { jobDays: 30 };

async function sweepStaging({ storage, clock }: Services): Promise<void> {
  const limit = clock.now().getTime() - uploadMs;
  for (const name of await readdir(storage.stagingFolder)) {
    const file = path.join(storage.stagingFolder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < limit) await rm(file, { force: true });
  }
}

/** The log first: calls need its days, and what is dropped whole need not be erased row by row. */
const steps: Record<string, (services: Services) => Promise<unknown>> = {
  'days of the log': ({ db }) => prepareLog(db),
  'old days of the log': ({ db }) => dropOldDays(db),
  log: ({ db }) => trimLog(db),
  staging: sweepStaging,
  archives: ({ db }) => archiveSweep.removeExpired(db),
  ...objectSweeps,
  jobs: ({ db }) => forgetEndedJobs(db, kept.jobDays),
  'paid shares of queues': ({ db }) => forgetPaidShares(db),
  'route changes': ({ db }) => forgetRouteChanges(db),
  sessions: sweepAuth,
  mail: sweepMail,
  notifications: sweepNotifications,
};

/** Removes what a killed process left behind, and what has been kept long enough. A step that fails holds up no other. */
export async function sweep(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const [what, step] of Object.entries(steps)) {
    try {
      await step(services);
    } catch (err) {
      services.log.warn({ err, what }, 'not swept');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}

export const sweepJob: JobHandler = { queue: 'maintenance', run: sweep };
