import { eq, inArray, sql } from 'drizzle-orm';
import { mails, oneTimeCodes, users, workspaces } from '../../db/schema/accounts.ts';
import { auditLog } from '../../db/schema/evidence.ts';
import { apiLatency, apiRefusals, apiUsage, jobs } from '../../db/schema/operations.ts';
import { invites } from '../../db/schema/team.ts';
import type { Executor } from '../../platform/db/database.ts';
import { eraseCalls } from '../../predict/logging/partitions.repository.ts';
import { trimRolloutSums } from '../../predict/rollouts/rollout-sums.repository.ts';

export const eraseRepository = (db: Executor) => ({
  /** The address of now, and those of before that have not become somebody else's. */
  async emailsOf(userId: string): Promise<string[]> {
    const { rows } = await db.execute<{ email: string }>(sql`
      select email from ${users} where id = ${userId}
      union
      select details #>> '{after,before}' from ${auditLog}
      where target_id = ${userId} and action = 'account.email_changed' and details #>> '{after,before}' is not null
        and not exists (
          select 1 from ${users} u where u.id <> ${userId} and u.email = details #>> '{after,before}')`);
    return rows.map(({ email }) => email);
  },

  async invitedTo(emails: string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ id: invites.workspaceId })
      .from(invites)
      .where(inArray(invites.email, emails));
    return rows.map(({ id }) => id);
  },

  /** Everything that refers to them goes with them, by cascade. */
  async removeRows(userId: string, emails: string[], workspaceIds: string[]): Promise<void> {
    await db.delete(mails).where(inArray(mails.recipient, emails));
    await db.delete(oneTimeCodes).where(inArray(oneTimeCodes.email, emails));
    await db.delete(invites).where(inArray(invites.email, emails));
    if (workspaceIds.length > 0) await db.delete(workspaces).where(inArray(workspaces.id, workspaceIds));
    await db.delete(users).where(eq(users.id, userId));
  },

  /** Written by the million and referring to nothing, so removed day by day and outside any transaction. */
  async removeLogs(workspaceIds: string[], apiIds: string[]): Promise<void> {
    await eraseCalls(db, apiIds);
    await db.execute(sql`delete from ${apiRefusals} where api_id = any(${sql.param(apiIds)})`);
    await db.execute(sql`delete from ${apiLatency} where api_id = any(${sql.param(apiIds)})`);
    await trimRolloutSums(db);
    if (workspaceIds.length === 0) return;
    const workspace = sql`workspace_id = any(${sql.param(workspaceIds)})`;
    await db.execute(sql`delete from ${apiUsage} where ${workspace}`);
    await db.execute(sql`delete from ${jobs} where ${workspace} and state <> 'waiting'`);
  },
});
