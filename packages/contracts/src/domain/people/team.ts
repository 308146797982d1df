import { z } from 'zod';
import { inviteId, userId } from '../ids.ts';
import { role, workspaceSummary } from './user.ts';

/** What a member can be made. An owner is made by handing over. */
export const memberRoles = ['admin', 'developer', 'tester', 'viewer'] as const;
export const memberRole = z.enum(memberRoles, 'Please select a role').meta({ id: 'MemberRole' });
export type MemberRole = z.infer<typeof memberRole>;

export const member = z
  .object({
    id: userId,
    name: z.string(),
    email: z.string(),
    avatarUrl: z.string().nullable(),
    role,
    status: z.enum(['active', 'inactive']).describe('active: was here within the last 30 days'),
    joinedAt: z.iso.datetime(),
    lastActiveAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

export const inviteStatuses = ['pending', 'accepted', 'expired'] as const;

export const invite = z
  .object({
    id: inviteId,
    email: z.string().nullable().describe('null for a link that anyone may use once'),
    role: memberRole,
    message: z.string().nullable(),
    messageWithheld: z
      .boolean()
      .describe('emails leave out the message because the workspace is new; a later resend includes it'),
    status: z.enum(inviteStatuses),
    needsApproval: z.boolean().describe('it works once someone who manages the team has approved it'),
    invitedBy: z.string().nullable().describe('name of who invited; null when the account is gone'),
    invitedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    acceptedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof invite>;

export const invitation = z
  .object({
    workspace: workspaceSummary.pick({ slug: true, name: true }),
    role: memberRole,
    email: z.string().nullable(),
    invitedBy: z.string().nullable(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation', description: 'What the holder of an invitation link can see.' });

export const bulkInviteResult = z
  .object({
    line: z.number().int().describe('in the file, from 1'),
    email: z.string(),
    status: z.enum(['invited', 'failed']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'BulkInviteResult' });
export type BulkInviteResult = z.infer<typeof bulkInviteResult>;

/** A link that makes its finder an admin would be too easy to lose. */
export const defaultRoles = ['developer', 'tester', 'viewer'] as const;

export const teamSettings = z
  .object({
    allowMemberInvites: z.boolean().describe('developers may invite too, up to their own role'),
    requireApproval: z
      .boolean()
      .describe('an invite by someone who does not manage the team waits for approval'),
    maxTeamSize: z
      .number('Team size must be 1 to 100')
      .int('Team size must be 1 to 100')
      .min(1, 'Team size must be 1 to 100')
      .max(100, 'Team size must be 1 to 100'),
    defaultRole: z.enum(defaultRoles),
  })
  .meta({ id: 'TeamSettings' });
export type TeamSettings = z.infer<typeof teamSettings>;

export const defaultTeamSettings: TeamSettings = {
  allowMemberInvites: false,
  requireApproval: false,
  maxTeamSize: 100,
  defaultRole: 'developer',
};
