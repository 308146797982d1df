import { RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { equalHash } from '../../../platform/security/encryption.ts';
import { countGuess } from '../limits.ts';
import { type CodeHolder, codeRepository } from './codes.repository.ts';
import { hashCode } from './one-time-code.ts';

/** By then another code can have been asked for. */
const newCodeSeconds = 60;

/**
 * Returns the id of the matching code; the caller that uses it up first may act on it. The attempt is committed before
 * the comparison, so that no parallel request is compared without being counted. `field` names the code in the form.
 */
export async function checkCode(
  ctx: RequestContext,
  { otp, ...holder }: CodeHolder & { otp: string },
  field = 'otp',
): Promise<string> {
  await countGuess(ctx, holder.email);
  const codes = codeRepository(ctx.db);
  const code = await codes.countTry(holder);
  if (!code) {
    const tooOften = await codes.wasTriedTooOften(holder);
    if (!tooOften) throw new RowcastError('CODE_EXPIRED');
    throw new RowcastError('CODE_ATTEMPTS_EXCEEDED', { retryAfterSeconds: newCodeSeconds });
  }
  if (!equalHash(code.codeHash, hashCode(ctx, code.id, otp))) {
    throw RowcastError.at('CODE_WRONG', field);
  }
  return code.id;
}

/** Uses a right code up; of parallel callers all but one are refused. */
export async function endCode(db: Executor, codeId: string): Promise<void> {
  if (!(await codeRepository(db).end(codeId))) throw new RowcastError('CODE_EXPIRED');
}
