import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { equalHash, sha256 } from '../../platform/secrets.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { signAccessToken } from './access-token.ts';
import { accountRepository, type UserRow } from './accounts.repository.ts';
import { codeRepository } from './codes.repository.ts';
import { addressKey, authLimits, limitNetwork } from './limits.ts';
import { hashCode } from './one-time-code.ts';
import { presentUser } from './presenter.ts';
import { firstRefreshToken } from './refresh-lineage.ts';
import { sessionRepository } from './sessions.repository.ts';
import { usernameCandidates } from './username.ts';

/** By then another code can have been asked for. */
const newCodeSeconds = 60;

type Body = Input<typeof authRoutes.verifyOtp>['body'];

/** Guesses are counted per account as well: five tries a code alone would let a patient guesser in within weeks. */
async function countGuess(ctx: RequestContext, key: string): Promise<void> {
  const limits = authLimits(ctx);
  await limitNetwork(ctx, limits.guessesPerNetwork);
  await limits.guessesPerAddress.consume(key);
  await limits.guessesPerDay.consume(key);
}

/** The try is committed before the comparison, so that no parallel request is compared without being counted. */
async function checkCode(ctx: RequestContext, { email, otp }: Body): Promise<string> {
  const codes = codeRepository(ctx.db);
  const code = await codes.countTry(email);
  if (!code) {
    const tooOften = await codes.wasTriedTooOften(email);
    if (!tooOften) throw new RowcastError('CODE_EXPIRED');
    throw new RowcastError('CODE_ATTEMPTS_EXCEEDED', { retryAfterSeconds: newCodeSeconds });
  }
  if (!equalHash(code.codeHash, hashCode(ctx, code.id, otp))) {
    throw new RowcastError('CODE_WRONG', {
      fields: [{ field: 'otp', message: new RowcastError('CODE_WRONG').message }],
    });
  }
  return code.id;
}

async function giveWorkspace({ config, clock }: RequestContext, db: Executor, user: UserRow): Promise<void> {
  const accounts = accountRepository(db);
  const id = newId('workspace');
  for (const slug of usernameCandidates(user.name, user.email)) {
    const workspace = { id, slug, name: user.name, plan: config.DEFAULT_PLAN, createdAt: clock.now() };
    if (await accounts.claimWorkspace(workspace)) return accounts.verify(user.id, workspace);
  }
}

export async function verifyOtp(ctx: RequestContext, { body }: Input<typeof authRoutes.verifyOtp>) {
  const key = addressKey(ctx, body.email);
  await countGuess(ctx, key);
  const codeId = await checkCode(ctx, body);
  const opened = await transact(ctx, async ({ db, audit }) => {
    const accounts = accountRepository(db);
    const user = await accounts.findByEmail(body.email);
    if (!user || !(await codeRepository(db).end(codeId))) throw new RowcastError('CODE_EXPIRED');
    if (!user.verifiedAt) await giveWorkspace(ctx, db, user);
    await accounts.recordLogin(user.id);
    const sessionId = newId('session');
    const refreshToken = firstRefreshToken();
    const sessions = sessionRepository(db);
    const { ip, userAgent } = ctx;
    const expiresAt = await sessions.open({ id: sessionId, userId: user.id, ip, userAgent });
    await sessions.addToken(sha256(refreshToken), sessionId);
    audit({ action: 'session.started', targetType: 'session', targetId: sessionId, actorId: user.id });
    const profile = await accounts.profile(user.id);
    if (!profile) throw new RowcastError('CODE_EXPIRED');
    return { userId: user.id, sessionId, refreshToken, expiresAt, user: presentUser(profile) };
  });
  const { guessesPerAddress, guessesPerDay, codeCooldown } = authLimits(ctx);
  await Promise.allSettled(
    [guessesPerAddress, guessesPerDay, codeCooldown].map((limit) => limit.forget(key)),
  );
  return {
    token: signAccessToken(ctx, opened),
    refreshToken: opened.refreshToken,
    expiresAt: opened.expiresAt.toISOString(),
    user: opened.user,
    mfaRequired: false as const,
  };
}
