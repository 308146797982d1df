import type { SessionContext } from '../../platform/context.ts';
import { sendCodeUnlessJustSent, sent } from '../auth/index.ts';
import { proofState } from './methods.ts';

export async function sendProofCode(ctx: SessionContext) {
  const { email } = await proofState(ctx);
  await sendCodeUnlessJustSent(ctx, { email, purpose: 'confirm' });
  return sent(ctx);
}
