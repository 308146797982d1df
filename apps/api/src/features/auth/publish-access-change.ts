import type { Services } from '../../platform/services.ts';
import { accountRepository } from './accounts.repository.ts';

/**
 * Makes what a person's sessions still listen to look again whether they may, wherever they are served. Requests are
 * checked one by one and need no word. Call it once the change is committed.
 */
export async function announceAccess({ db, events }: Services, userId: string): Promise<void> {
  const workspaceIds = await accountRepository(db).workspaceIds(userId);
  await Promise.all(workspaceIds.map((id) => events.publish(id, { type: 'access.changed' }, userId)));
}
