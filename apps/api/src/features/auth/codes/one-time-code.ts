import { randomBytes, randomInt } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import { transact, type UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { uuidv7Hex } from '../../../platform/ids.ts';
import { consoleUrl } from '../../../platform/network/console-url.ts';
import { keyedHash } from '../../../platform/security/encryption.ts';
import { hasMailbox, sendMail } from '../../mail/index.ts';
import { addressKey, authLimits, cooldownKey, limitNetwork } from '../limits.ts';
import { codeMinutes, linkPages, writeCode } from './code-mails.ts';
import { type CodeHolder, codeRepository } from './codes.repository.ts';

export const sent = ({ config }: RequestContext, message = 'OTP sent to your email') => ({
  message,
  ...(hasMailbox(config) && { mailbox: '/mailbox' }),
});

/** Bound to its row, so that a hash can't be moved to another address. */
export const hashCode = ({ config }: RequestContext, codeId: string, code: string): string =>
  keyedHash(`${codeId}:${code}`, config.CODE_PEPPER);

export const hashLink = ({ config }: RequestContext, token: string): string =>
  keyedHash(`link:${token}`, config.CODE_PEPPER);

async function issue(ctx: RequestContext, unit: UnitOfWork, { email, purpose }: CodeHolder): Promise<void> {
  const id = uuidv7Hex();
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const page = linkPages[purpose];
  const token = page ? randomBytes(32).toString('base64url') : null;
  await codeRepository(unit.db).replace({
    id,
    email,
    purpose,
    codeHash: hashCode(ctx, id, code),
    linkHash: token && hashLink(ctx, token),
    minutes: codeMinutes,
  });
  // Behind a #, so that the token stays out of every server's log.
  const link = token && consoleUrl(ctx.config, `${page}#token=${token}`);
  // The mail is queued for unknown addresses too and dropped at delivery, so that responses do not differ.
  await sendMail(ctx, unit, {
    kind: 'code',
    to: email,
    write: (texts) => writeCode(texts, { purpose, code, link }),
    code,
    ...(link && { link }),
    accountsOnly: purpose !== 'email',
  });
}

/** Sends a new code within the limits of the caller's network, at most one a minute. The previous code stops working. `prepare` runs in the same transaction. */
export async function sendCode(
  ctx: RequestContext,
  holder: CodeHolder,
  prepare?: (unit: UnitOfWork) => Promise<void>,
): Promise<void> {
  const limits = authLimits(ctx);
  await limitNetwork(ctx, limits.codesPerNetwork);
  await limits.codeCooldown.consume(cooldownKey(ctx, holder));
  try {
    await limits.codesPerAddress.consume(addressKey(ctx, holder.email));
    await transact(ctx, async (unit) => {
      await prepare?.(unit);
      await issue(ctx, unit, holder);
    });
  } catch (error) {
    await limits.codeCooldown.forget(cooldownKey(ctx, holder));
    throw error;
  }
}

/** A code sent within the last minute still works, so then no second one is sent. */
export async function sendCodeUnlessJustSent(ctx: RequestContext, holder: CodeHolder): Promise<void> {
  try {
    await sendCode(ctx, holder);
  } catch (error) {
    if (!(error instanceof RowcastError && error.code === 'CODE_TOO_SOON')) throw error;
  }
}
