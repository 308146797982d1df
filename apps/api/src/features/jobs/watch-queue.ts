import { queueFingerprint, waitingWorkspaces } from '../../db/job-shares.repository.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';

const intervalMs = 2_000;

/** Notifies workspaces with queued trainings when positions may have changed. */
export function watchQueue({ db, events, log }: Services): () => Promise<void> {
  let known: string | null = null;
  return repeat({ every: intervalMs, log, what: 'watching the queue of trainings' }, async () => {
    const fingerprint = await queueFingerprint(db, 'train');
    if (fingerprint === known) return;
    known = fingerprint;
    for (const workspaceId of await waitingWorkspaces(db, 'train'))
      await events.publish(workspaceId, { type: 'queue.changed' });
  });
}
