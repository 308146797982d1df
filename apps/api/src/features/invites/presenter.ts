import type { Invite } from '@rowcast/contracts';
import type { InviteRow } from './repository.ts';

export const presentInvite = (row: InviteRow, isNewWorkspace: boolean): Invite => ({
  id: row.id,
  email: row.email,
  role: row.role,
  message: row.message,
  messageWithheld: row.message !== null && isNewWorkspace,
  status: row.status,
  needsApproval: row.approvedAt === null,
  invitedBy: row.inviter,
  invitedAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  acceptedAt: row.acceptedAt?.toISOString() ?? null,
});
