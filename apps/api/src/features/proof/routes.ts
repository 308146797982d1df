import { proofRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getProof } from './get.ts';
import { giveProof } from './give.ts';
import { policy } from './policy.ts';
import { sendProofCode } from './send-code.ts';

export const routes = [
  route(proofRoutes.get, policy.get, getProof),
  route(proofRoutes.sendCode, policy.sendCode, sendProofCode),
  route(proofRoutes.give, policy.give, giveProof),
];
