import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { auditPerson } from '../security/index.ts';
import { accountRecord } from './record.ts';

export async function exportAccount(ctx: SessionContext) {
  const { userId } = ctx.actor;
  const record = await transact(ctx, async (unit) => {
    await auditPerson(unit, userId, { action: 'account.exported' });
    return accountRecord(unit.db, userId);
  });
  const json = Buffer.from(JSON.stringify(record, null, 2));
  return {
    mediaType: 'application/json',
    content: json,
    filename: `rowcast-account-${ctx.clock.now().toISOString().slice(0, 10)}.json`,
  };
}
