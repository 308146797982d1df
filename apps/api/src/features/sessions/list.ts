import type { SessionContext } from '../../platform/context.ts';
import { presentSession } from './presenter.ts';
import { openSessionRepository } from './repository.ts';

export async function listSessions({ db, actor }: SessionContext) {
  const rows = await openSessionRepository(db, actor.userId).list();
  const data = rows.map((row) => presentSession(row, actor.sessionId));
  return { data: data.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}
