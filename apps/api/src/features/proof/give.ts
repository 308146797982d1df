import { type proofRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { checkCode, endCode, forgetGuesses, sessionRepository } from '../auth/index.ts';
import { mfaTries, useMfaCode } from '../mfa/index.ts';
import { confirmPassword } from '../password/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { proofState } from './methods.ts';

type Body = Input<typeof proofRoutes.give>['body'];

async function proveByCode(ctx: SessionContext, email: string, otp: string): Promise<void> {
  const codeId = await checkCode(ctx, { email, otp, purpose: 'confirm' }, 'code');
  await endCode(ctx.db, codeId);
  await forgetGuesses(ctx, email, 'confirm');
}

async function proveByTotp(ctx: SessionContext, code: string): Promise<void> {
  const { userId } = ctx.actor;
  await mfaTries(ctx).consume(userId);
  await transact(ctx, (unit) => useMfaCode(ctx, unit, { userId, code }));
  await mfaTries(ctx).forget(userId);
}

async function prove(ctx: SessionContext, email: string, body: Body): Promise<void> {
  if (body.method === 'password') return confirmPassword(ctx, body.password, 'password');
  if (body.method === 'totp') return proveByTotp(ctx, body.code);
  return proveByCode(ctx, email, body.code);
}

export async function giveProof(ctx: SessionContext, { body }: Input<typeof proofRoutes.give>) {
  const { email, state } = await proofState(ctx);
  if (!state.methods.some((method) => method === body.method)) {
    const message = `This account proves it by ${state.methods.join(' or ')}`;
    throw new RowcastError('VALIDATION_FAILED', { fields: [{ field: 'method', message }] });
  }
  await prove(ctx, email, body);
  const { userId, sessionId } = ctx.actor;
  await transact(ctx, async (unit) => {
    await sessionRepository(unit.db).prove(sessionId);
    await recordSecurityEvent(ctx, unit, { userId, kind: 'proved', details: { method: body.method } });
  });
  return (await proofState(ctx)).state;
}
