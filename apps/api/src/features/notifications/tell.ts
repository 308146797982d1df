import { listenersOf } from '../../db/notifications.repository.ts';
import type { Services } from '../../platform/services.ts';

/** The other pages that these people have open, in whatever workspace, ask again. */
export async function tellPeople({ db, events }: Services, userIds: string[]): Promise<void> {
  const listeners = await listenersOf(db, userIds);
  await Promise.all(
    listeners.map(({ workspaceId, userId }) =>
      events.publish(workspaceId, { type: 'notifications.changed' }, userId),
    ),
  );
}
