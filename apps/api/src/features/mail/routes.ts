import { mailRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listFailedMails } from './list-failed.ts';
import { policy } from './policy.ts';
import { chooseInvitations, unsubscribe } from './recipients/choose-invitations.ts';
import { sendMailAgain } from './send-again.ts';

export const routes = [
  route(mailRoutes.failed, policy.list, listFailedMails),
  route(mailRoutes.sendAgain, policy.sendAgain, sendMailAgain),
  route(mailRoutes.chooseInvitations, policy.chooseInvitations, chooseInvitations),
  route(mailRoutes.unsubscribe, policy.chooseInvitations, unsubscribe),
];
