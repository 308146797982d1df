import type { SessionContext } from '../../platform/context.ts';
import { accountRecord } from './record.ts';

export async function exportAccount({ db, actor, clock }: SessionContext) {
  const json = Buffer.from(JSON.stringify(await accountRecord(db, actor.userId), null, 2));
  return {
    mediaType: 'application/json',
    content: json,
    filename: `rowcast-account-${clock.now().toISOString().slice(0, 10)}.json`,
  };
}
