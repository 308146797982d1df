import { type MailKind, RowcastError } from '@rowcast/contracts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { Services } from '../../../platform/services.ts';
import { waitOf } from '../../../platform/time/duration-text.ts';
import { dayMs, hourMs } from '../../../platform/time/durations.ts';
import { addressHash } from './opt-out-token.ts';
import { recipientRepository } from './repository.ts';

/**
 * Mails that an address may have received, of any kind and from any workspace, before one more of this kind is refused.
 * Mails to people who never asked for one come first, so that they cannot use up what sign-in needs. The notices about a
 * changed account are counted and never refused.
 */
const limits: Partial<Record<MailKind, { hour: number; day: number }>> = {
  invitation: { hour: 5, day: 10 },
  digest: { hour: 20, day: 100 },
  code: { hour: 40, day: 150 },
};

/** Counts a mail to this address as part of the caller's transaction. Throws if the address got too many. */
export async function countRecipient(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { db }: Pick<UnitOfWork, 'db'>,
  { kind, to }: { kind: MailKind; to: string },
): Promise<void> {
  const recipients = recipientRepository(db);
  const hash = addressHash(config, to);
  const now = clock.now();
  const row = await recipients.lock(hash, now);
  if (kind === 'invitation' && row.optedOutAt) throw new RowcastError('RECIPIENT_OPTED_OUT');
  const limit = limits[kind];
  const full = [
    ...(limit && row.dayCount >= limit.day ? [row.dayStartedAt.getTime() + dayMs] : []),
    ...(limit && row.hourCount >= limit.hour ? [row.hourStartedAt.getTime() + hourMs] : []),
  ];
  if (full.length > 0) {
    const retryAfterSeconds = Math.ceil((Math.max(...full) - now.getTime()) / 1000);
    throw new RowcastError('RECIPIENT_LIMITED', {
      retryAfterSeconds,
      message: `This address received too many emails from this server. Try again in ${waitOf(retryAfterSeconds)}, or create an invite link and share it yourself.`,
    });
  }
  await recipients.count(hash);
}
