import { passwordRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { changePassword } from './change.ts';
import { forgotPassword } from './forgot.ts';
import { policy } from './policy.ts';
import { resetPassword } from './reset.ts';

export const routes = [
  route(passwordRoutes.forgot, policy.forgot, forgotPassword),
  route(passwordRoutes.reset, policy.reset, resetPassword),
  route(passwordRoutes.change, policy.change, changePassword),
];
