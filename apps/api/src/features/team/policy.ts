import {
  allows,
  type MemberRole,
  type Role,
  RowcastError,
  roles,
  type TeamSettings,
} from '@rowcast/contracts';
import type { Actor } from '../../platform/context.ts';
import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  read: 'Read',
  manage: 'Manage Team',
  leave: 'self',
  handOver: 'owner',
} as const satisfies Record<string, Access>;

/** Whether one role may do less than the other. */
export const isBelow = (role: Role, other: Role): boolean => roles.indexOf(role) > roles.indexOf(other);

export const managesTeam = ({ role }: Pick<Actor, 'role'>): boolean => allows(role, 'Manage Team');

/** Who manages the team invites anyone; others where the team lets them, and to no more than they are. */
export function assertMayInvite(actor: Actor, { allowMemberInvites }: TeamSettings, role: MemberRole): void {
  if (managesTeam(actor)) return;
  if (!allowMemberInvites || !allows(actor.role, 'Write') || isBelow(actor.role, role))
    throw new RowcastError('FORBIDDEN');
}
