import { z } from 'zod';
import { apiKey } from '../../domain/apis/key.ts';
import { userId } from '../../domain/ids.ts';
import { member, memberRole, teamSettings } from '../../domain/people/team.ts';
import { defineRoute } from '../route.ts';

const params = z.object({ id: userId });
const base = { tag: 'Team', auth: 'session' } as const;

export const teamRoutes = {
  members: defineRoute({
    ...base,
    id: 'listMembers',
    method: 'get',
    path: '/team/members',
    summary: 'List members',
    description: 'Returns the members of the workspace and their roles.',
    status: 200,
    response: z.object({ data: z.array(member) }),
    errors: ['UNAUTHENTICATED'],
  }),
  changeRole: defineRoute({
    ...base,
    id: 'changeMemberRole',
    method: 'patch',
    path: '/team/members/:id',
    summary: "Change a member's role",
    description: "Takes effect with the member's next call. Requires the Manage Team permission.",
    params,
    body: z.object({ role: memberRole }),
    status: 200,
    response: member,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'OWNER_MUST_STAY'],
  }),
  removeMember: defineRoute({
    ...base,
    id: 'removeMember',
    method: 'delete',
    path: '/team/members/:id',
    summary: 'Remove a member',
    description:
      'Removes the member and revokes their open invitations. If the member has active API keys, `keys` decides whether they are revoked or reassigned to you. Requires the Manage Team permission.',
    params,
    query: z.object({
      keys: z.enum(['revoke', 'reassign']).optional().describe('required if the member has active API keys'),
    }),
    status: 204,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'OWNER_MUST_STAY',
      'MEMBER_HAS_KEYS',
    ],
  }),
  memberKeys: defineRoute({
    ...base,
    id: 'listMemberKeys',
    method: 'get',
    path: '/team/members/:id/keys',
    summary: 'List the keys of a member',
    description:
      'Returns the active API keys that a member created or took over. Requires the Manage Team permission.',
    params,
    status: 200,
    response: z.object({ data: z.array(apiKey.extend({ api: z.string().describe('name of the API') })) }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  leave: defineRoute({
    ...base,
    id: 'leaveTeam',
    method: 'post',
    path: '/team/leave',
    summary: 'Leave the workspace',
    description: 'Removes you from the workspace. Owners must hand over ownership first.',
    status: 204,
    errors: ['UNAUTHENTICATED', 'OWNER_MUST_STAY'],
  }),
  handOver: defineRoute({
    ...base,
    id: 'handOverOwnership',
    method: 'post',
    path: '/team/hand-over',
    proof: true,
    summary: 'Transfer ownership',
    description:
      'Makes another member the owner; the previous owner becomes an admin. Requires a recent proof of identity.',
    body: z.object({ memberId: userId }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'PROOF_REQUIRED'],
  }),
  settings: defineRoute({
    ...base,
    id: 'getTeamSettings',
    method: 'get',
    path: '/team/settings',
    summary: 'Get team settings',
    description: 'Returns who may invite, with which roles, and how many members fit.',
    status: 200,
    response: teamSettings,
    errors: ['UNAUTHENTICATED'],
  }),
  updateSettings: defineRoute({
    ...base,
    id: 'updateTeamSettings',
    method: 'put',
    path: '/team/settings',
    summary: 'Update team settings',
    description: 'Changes the settings that are sent. Requires the Manage Team permission.',
    body: teamSettings.partial(),
    status: 200,
    response: teamSettings,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
} as const;
