import type { NotificationKind } from '@rowcast/contracts';
import { createUser } from './accounts.ts';
import { insertRow, nextMoment, type Queryable, randomId } from './row.ts';

export async function createNotification(
  db: Queryable,
  given: { userId?: string; kind?: NotificationKind } = {},
) {
  return insertRow(db, 'notifications', {
    id: randomId('notification'),
    user_id: given.userId ?? (await createUser(db)).id,
    kind: given.kind ?? 'team.removed',
    params: { workspace: 'Laboratory' },
    created_at: nextMoment(),
  });
}
