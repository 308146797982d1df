import type { RequestContext } from '../../platform/context.ts';
import { isLoopback, networkOf } from '../../platform/network/client-address.ts';
import { keyedHash } from '../../platform/security/encryption.ts';
import { limitsOf, type RateLimit, rateLimit } from '../../platform/security/rate-limit.ts';
import { hasMailbox } from '../mail/index.ts';
import type { CodeHolder, CodePurpose } from './codes/codes.repository.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const authLimits = limitsOf((redis) => ({
  codesPerNetwork: rateLimit(redis, { name: 'codes-network', points: 30, seconds: hour }),
  codesPerAddress: rateLimit(redis, { name: 'codes-address', points: 5, seconds: hour }),
  /** To addresses that a signed-in person names, whosever they are. */
  addressesPerPerson: rateLimit(redis, { name: 'addresses-person', points: 5, seconds: hour }),
  codeCooldown: rateLimit(redis, {
    name: 'code-cooldown',
    points: 1,
    seconds: minute,
    error: 'CODE_TOO_SOON',
  }),
  /** Right codes and passwords reset the counters of wrong ones, so these are counted separately. */
  signInsPerPerson: rateLimit(redis, { name: 'sign-ins-person', points: 20, seconds: 15 * minute }),
  guessesPerNetwork: rateLimit(redis, { name: 'guesses-network', points: 60, seconds: 15 * minute }),
  guessesPerAddress: rateLimit(redis, { name: 'guesses-address', points: 10, seconds: 15 * minute }),
  /** Reset only by the right code. The link in the mail, which cannot be guessed, keeps working. */
  guessesInARow: rateLimit(redis, {
    name: 'guesses-row',
    points: 100,
    seconds: 90 * day,
    error: 'GUESSES_EXCEEDED',
  }),
}));

/** With the local mailbox everyone on this machine can read every code, so counting them would protect nothing. */
export async function limitNetwork({ ip, config }: RequestContext, limit: RateLimit): Promise<void> {
  if (hasMailbox(config) && isLoopback(ip)) return;
  await limit.consume(networkOf(ip));
}

/** Limits count by address without Redis learning who signs in here. */
export const addressKey = ({ config }: RequestContext, email: string): string =>
  keyedHash(email, config.CODE_PEPPER);

/** Guesses are counted per account as well: five tries a code alone would let a patient guesser in within weeks. */
export async function countGuess(ctx: RequestContext, email: string): Promise<void> {
  const limits = authLimits(ctx);
  const key = addressKey(ctx, email);
  await limitNetwork(ctx, limits.guessesPerNetwork);
  await limits.guessesPerAddress.consume(key);
  await limits.guessesInARow.consume(key);
}

/** Codes of one purpose wait for each other alone. */
export const cooldownKey = (ctx: RequestContext, { email, purpose }: CodeHolder): string =>
  `${purpose}:${addressKey(ctx, email)}`;

/** After the right code, link or password: who used a code up can have another at once. */
export async function forgetGuesses(
  ctx: RequestContext,
  email: string,
  purpose: CodePurpose = 'login',
): Promise<void> {
  const { guessesPerAddress, guessesInARow, codeCooldown } = authLimits(ctx);
  const key = addressKey(ctx, email);
  await Promise.allSettled([
    guessesPerAddress.forget(key),
    guessesInARow.forget(key),
    codeCooldown.forget(cooldownKey(ctx, { email, purpose })),
  ]);
}
