import { z } from 'zod';
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
    summary: 'Members of the workspace',
    status: 200,
    response: z.object({ data: z.array(member) }),
    errors: ['UNAUTHENTICATED'],
  }),
  changeRole: defineRoute({
    ...base,
    id: 'changeMemberRole',
    method: 'patch',
    path: '/team/members/:id',
    summary: "Change a member's role; it counts from their next call on",
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
    summary: 'Remove a member; their open invitations go with them',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'OWNER_MUST_STAY'],
  }),
  leave: defineRoute({
    ...base,
    id: 'leaveTeam',
    method: 'post',
    path: '/team/leave',
    summary: 'Leave the workspace',
    status: 204,
    errors: ['UNAUTHENTICATED', 'OWNER_MUST_STAY'],
  }),
  handOver: defineRoute({
    ...base,
    id: 'handOverOwnership',
    method: 'post',
    path: '/team/hand-over',
    proof: true,
    summary: 'Make another member the owner; the owner becomes an admin',
    body: z.object({ memberId: userId }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'PROOF_REQUIRED'],
  }),
  settings: defineRoute({
    ...base,
    id: 'getTeamSettings',
    method: 'get',
    path: '/team/settings',
    summary: 'Who may invite whom, and how many',
    status: 200,
    response: teamSettings,
    errors: ['UNAUTHENTICATED'],
  }),
  updateSettings: defineRoute({
    ...base,
    id: 'updateTeamSettings',
    method: 'put',
    path: '/team/settings',
    summary: 'Change the team settings; what is left out stays',
    body: teamSettings.partial(),
    status: 200,
    response: teamSettings,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
} as const;
