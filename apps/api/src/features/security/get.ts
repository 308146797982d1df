import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { securityRepository } from './repository.ts';

export async function getSecurity({ db, actor }: SessionContext) {
  const guards = await securityRepository(db).guards(actor.userId);
  if (!guards) throw new RowcastError('UNAUTHENTICATED');
  const { passwordHash, passwordChangedAt, ...rest } = guards;
  return {
    ...rest,
    hasPassword: passwordHash !== null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
  };
}
