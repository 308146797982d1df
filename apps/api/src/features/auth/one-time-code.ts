import { randomInt } from 'node:crypto';
import type { RequestContext } from '../../platform/context.ts';
import { uuidv7Hex } from '../../platform/ids.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { transact, type UnitOfWork } from '../../platform/unit-of-work.ts';
import { sendMail } from '../mail/index.ts';
import { codeRepository } from './codes.repository.ts';
import { addressKey, authLimits } from './limits.ts';

const codeMinutes = 10;
export const sent = ({ config }: RequestContext) => ({
  message: 'OTP sent to your email',
  ...(config.MAIL_LOCAL && { mailbox: '/mailbox' }),
});

const textOf = (code: string) =>
  `Your Rowcast code is ${code}\n\nIt works once and for ${codeMinutes} minutes. If you did not ask for it, ignore this mail; nobody can sign in without the code.\n`;

/** Bound to its row, so that a hash can't be moved to another address. */
export const hashCode = ({ config }: RequestContext, codeId: string, code: string): string =>
  keyedHash(`${codeId}:${code}`, config.CODE_PEPPER);

async function issue(ctx: RequestContext, unit: UnitOfWork, email: string): Promise<void> {
  const id = uuidv7Hex();
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  await codeRepository(unit.db).replace({
    id,
    email,
    codeHash: hashCode(ctx, id, code),
    minutes: codeMinutes,
  });
  // The mail is queued for unknown addresses too and dropped at delivery, so that answers can't be told apart.
  await sendMail(ctx, unit, {
    to: email,
    subject: 'Your Rowcast code',
    text: textOf(code),
    code,
    accountsOnly: true,
  });
}

/** Sends a new code, at most one a minute; the one before stops working. `prepare` runs in the same transaction. */
export async function sendCode(
  ctx: RequestContext,
  email: string,
  prepare?: (unit: UnitOfWork) => Promise<void>,
): Promise<void> {
  const limits = authLimits(ctx);
  const key = addressKey(ctx, email);
  await limits.codeCooldown.consume(key);
  await limits.codesPerAddress.consume(key);
  try {
    await transact(ctx, async (unit) => {
      await prepare?.(unit);
      await issue(ctx, unit, email);
    });
  } catch (error) {
    await limits.codeCooldown.forget(key);
    throw error;
  }
}
