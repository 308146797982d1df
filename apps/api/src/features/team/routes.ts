import { teamRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { changeRole } from './change-role.ts';
import { getTeamSettings } from './get-settings.ts';
import { handOver } from './hand-over.ts';
import { listMembers } from './list-members.ts';
import { policy } from './policy.ts';
import { getMemberKeys, leaveTeam, removeMember } from './remove-member.ts';
import { updateTeamSettings } from './update-settings.ts';

export const routes = [
  route(teamRoutes.members, policy.read, listMembers),
  route(teamRoutes.changeRole, policy.manage, changeRole),
  route(teamRoutes.removeMember, policy.manage, removeMember),
  route(teamRoutes.memberKeys, policy.manage, getMemberKeys),
  route(teamRoutes.leave, policy.leave, leaveTeam),
  route(teamRoutes.handOver, policy.handOver, handOver),
  route(teamRoutes.settings, policy.read, getTeamSettings),
  route(teamRoutes.updateSettings, policy.manage, updateTeamSettings),
];
