import { type mailRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { countRecipient } from './recipients/limit.ts';
import { unsentMailRepository } from './unsent.repository.ts';

export async function sendMailAgain(
  ctx: SessionContext,
  { params }: Input<typeof mailRoutes.sendAgain>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, enqueue, audit, publish }) => {
    const { id, kind, recipient } = await unsentMailRepository(db, workspaceId).lock(params.id);
    if (kind === 'code')
      throw new RowcastError('CONFLICT', {
        message: 'Codes cannot be resent. Request a new one instead.',
      });
    if (kind) await countRecipient(ctx, { db }, { kind, to: recipient });
    await enqueue('mail', { workspaceId, subjectId: id }, { mailId: id, ...(kind && { kind }) });
    audit({ action: 'mail.sent_again', targetType: 'mail', targetId: id });
    publish(workspaceId, { type: 'mails.changed' });
  });
}
