import { listenersOf } from '../../db/notifications.repository.ts';
import type { Services } from '../../platform/services.ts';

/** Makes all open pages of these users refetch, in every workspace. */
export async function refreshOpenPages({ db, events }: Services, userIds: string[]): Promise<void> {
  const listeners = await listenersOf(db, userIds);
  await Promise.all(
    listeners.map(({ workspaceId, userId }) =>
      events.publish(workspaceId, { type: 'notifications.changed' }, userId),
    ),
  );
}
