import type { SessionContext } from '../../platform/context.ts';
import { sessionRepository } from './sessions.repository.ts';

export async function logout({ db, actor }: SessionContext): Promise<void> {
  await sessionRepository(db).revoke(actor.sessionId);
}
