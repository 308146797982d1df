import { Readable } from 'node:stream';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { personalData, writePersonalData } from './personal-data.ts';

export async function exportAccount(ctx: SessionContext) {
  const { userId } = ctx.actor;
  const record = await transact(ctx, async (unit) => {
    await recordSecurityEvent(ctx, unit, { userId, kind: 'data_exported', details: { as: 'json' } });
    return personalData(unit.db, userId);
  });
  return {
    mediaType: 'application/json',
    content: Readable.from(writePersonalData(ctx.db, userId, record)),
    filename: `rowcast-account-${ctx.clock.now().toISOString().slice(0, 10)}.json`,
  };
}
