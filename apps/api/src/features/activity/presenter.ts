import { type ActivityAction, type ActivityEntry, apiId } from '@rowcast/contracts';
import type { ActivityView } from './repository.ts';

/** The API that the entry says it belongs to. */
function apiOf({ targetType, targetId, apiId: named }: ActivityView): string | null {
  const id = targetType === 'api' ? targetId : named;
  return apiId.safeParse(id).data ?? null;
}

const nameOf = ({ subject, version }: ActivityView) =>
  subject !== null && version !== null ? `${subject} v${version}` : subject;

export const presentEntry = (row: ActivityView): ActivityEntry => ({
  id: row.id,
  action: row.action as ActivityAction,
  actor: row.actor,
  subject: nameOf(row),
  apiId: apiOf(row),
  timestamp: row.at.toISOString(),
});
