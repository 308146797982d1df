import { type proofRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { checkCode, endCode, forgetGuesses, sessionRepository } from '../auth/index.ts';
import { mfaTries, useMfaCode } from '../mfa/index.ts';
import { confirmPassword } from '../password/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { proofState } from './methods.ts';

type Body = Input<typeof proofRoutes.give>['body'];

type Work = (unit: UnitOfWork) => Promise<void>;

/** What was shown is used up where the proof is recorded: a fault leaves it to be shown again. */
async function proveByCode(ctx: SessionContext, email: string, otp: string, record: Work): Promise<void> {
  const codeId = await checkCode(ctx, { email, otp, purpose: 'confirm' }, 'code');
  await transact(ctx, async (unit) => {
    await endCode(unit.db, codeId);
    await record(unit);
  });
  await forgetGuesses(ctx, email, 'confirm');
}

async function proveByTotp(ctx: SessionContext, code: string, record: Work): Promise<void> {
  const { userId } = ctx.actor;
  await mfaTries(ctx).consume(userId);
  await transact(ctx, async (unit) => {
    await useMfaCode(ctx, unit, { userId, code });
    await record(unit);
  });
  await mfaTries(ctx).forget(userId);
}

async function proveByPassword(ctx: SessionContext, password: string, record: Work): Promise<void> {
  await confirmPassword(ctx, password, 'password');
  await transact(ctx, record);
}

function prove(ctx: SessionContext, email: string, body: Body, record: Work): Promise<void> {
  if (body.method === 'password') return proveByPassword(ctx, body.password, record);
  if (body.method === 'totp') return proveByTotp(ctx, body.code, record);
  return proveByCode(ctx, email, body.code, record);
}

export async function giveProof(ctx: SessionContext, { body }: Input<typeof proofRoutes.give>) {
  const { email, state } = await proofState(ctx);
  if (!state.methods.some((method) => method === body.method)) {
    const message = `This account proves it by ${state.methods.join(' or ')}`;
    throw new RowcastError('VALIDATION_FAILED', { fields: [{ field: 'method', message }] });
  }
  const { userId, sessionId } = ctx.actor;
  await prove(ctx, email, body, async (unit) => {
    await sessionRepository(unit.db).prove(sessionId);
    await recordSecurityEvent(ctx, unit, { userId, kind: 'proved', details: { method: body.method } });
  });
  return (await proofState(ctx)).state;
}
