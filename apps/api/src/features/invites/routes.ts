import { inviteRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { acceptInvite } from './accept.ts';
import { bulkInvite } from './bulk.ts';
import { createInviteLink, inviteMember } from './create.ts';
import { listInvites } from './list.ts';
import { lookUpInvite } from './look-up.ts';
import { policy } from './policy.ts';
import { approveInvite, resendInvite } from './resend.ts';
import { revokeInvite } from './revoke.ts';

export const routes = [
  route(inviteRoutes.list, policy.list, listInvites),
  route(inviteRoutes.create, policy.invite, inviteMember),
  route(inviteRoutes.createLink, policy.invite, createInviteLink),
  route(inviteRoutes.bulk, policy.invite, bulkInvite),
  route(inviteRoutes.resend, policy.invite, resendInvite),
  route(inviteRoutes.approve, policy.approve, approveInvite),
  route(inviteRoutes.revoke, policy.invite, revokeInvite),
  route(inviteRoutes.lookUp, policy.lookUp, lookUpInvite),
  route(inviteRoutes.accept, policy.accept, acceptInvite),
];
