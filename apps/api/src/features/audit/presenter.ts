import type { AuditRecord } from '@rowcast/contracts';
import type { AuditView } from './repository.ts';

export const presentRecord = (row: AuditView): AuditRecord => ({
  id: row.id,
  seq: row.seq,
  timestamp: row.at.toISOString(),
  user_id: row.actorId,
  user_name: row.actorName,
  action: row.action,
  target_type: row.targetType,
  target_id: row.targetId,
  details: row.details,
  ip: row.ip,
  request_id: row.requestId,
  erased: row.erasedAt !== null,
});
