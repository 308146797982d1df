import { transact } from '../../platform/db/unit-of-work.ts';
import type { Services } from '../../platform/services.ts';
import { hourMs } from '../../platform/time/durations.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { limitedApis, mayTell } from './limit-alerts.repository.ts';

const intervalMs = 30_000;
/** Looked back further than to the last look: the log is written in batches. */
const lookBackMs = 2 * intervalMs;

/** Notifies about APIs that reject calls because of a limit, at most once an hour each. */
export async function tellOfQuotas(services: Services): Promise<void> {
  const now = services.clock.now().getTime();
  for (const { id, name, workspaceId } of await limitedApis(services.db, new Date(now - lookBackMs))) {
    const path = `/apis/${id}`;
    await transact(services, async ({ db, notify }) => {
      if (await mayTell(db, path, new Date(now - hourMs)))
        notify({ workspaceId, permission: 'Monitor' }, 'quota.reached', { api: name }, path);
    });
  }
}

export const watchQuotas = (services: Services): (() => Promise<void>) =>
  repeat({ every: intervalMs, log: services.log, what: 'looking for reached limits' }, () =>
    tellOfQuotas(services),
  );
