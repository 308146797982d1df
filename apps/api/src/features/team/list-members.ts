import type { SessionContext } from '../../platform/context.ts';
import { presentMember } from './presenter.ts';
import { memberRepository } from './repository.ts';

export async function listMembers({ db, clock, actor }: SessionContext) {
  const rows = await memberRepository(db, actor.workspaceId).list();
  return { data: rows.map((row) => presentMember(row, clock.now())) };
}
