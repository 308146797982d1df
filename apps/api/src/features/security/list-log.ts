import type { accountSecurityRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/db/paging.ts';
import type { Input } from '../../platform/route.ts';
import { presentSecurityEvent } from './presenter.ts';
import { securityRepository } from './repository.ts';

export async function listSecurityLog(
  { db, actor }: SessionContext,
  { query }: Input<typeof accountSecurityRoutes.securityLog>,
) {
  const { rows, total } = await securityRepository(db).list(actor.userId, query);
  return { data: rows.map(presentSecurityEvent), pagination: paginate(query, total) };
}
