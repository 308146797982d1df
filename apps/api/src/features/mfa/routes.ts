import { mfaRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { disableMfa } from './disable.ts';
import { policy } from './policy.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { setupMfa } from './setup.ts';
import { verifyMfa } from './verify.ts';

export const routes = [
  route(mfaRoutes.setup, policy.setup, setupMfa),
  route(mfaRoutes.verify, policy.verify, verifyMfa),
  route(mfaRoutes.disable, policy.disable, disableMfa),
  route(mfaRoutes.renewRecoveryCodes, policy.renewRecoveryCodes, renewRecoveryCodes),
];
