import { RowcastError } from '@rowcast/contracts';
import { eq, inArray, sql } from 'drizzle-orm';
import { mails, oneTimeCodes, users, workspaces } from '../../db/schema/accounts.ts';
import { apiLatency, apiUsage, jobs, requestLog } from '../../db/schema/operations.ts';
import { invites } from '../../db/schema/team.ts';
import type { Executor } from '../../platform/database.ts';

const rowsAtATime = 10_000;

export const eraseRepository = (db: Executor) => ({
  /** Everything that refers to them goes with them, by cascade. */
  async removeRows(userId: string, workspaceIds: string[]) {
    const [user] = await db
      .select({ email: users.email, webhookUrl: users.webhookUrl })
      .from(users)
      .where(eq(users.id, userId));
    if (!user) throw new RowcastError('UNAUTHENTICATED');
    await db.delete(mails).where(eq(mails.recipient, user.email));
    await db.delete(oneTimeCodes).where(eq(oneTimeCodes.email, user.email));
    await db.delete(invites).where(eq(invites.email, user.email));
    if (workspaceIds.length > 0) await db.delete(workspaces).where(inArray(workspaces.id, workspaceIds));
    await db.delete(users).where(eq(users.id, userId));
    return user;
  },

  /** Written by the million and referring to nothing, so removed in parts and outside any transaction. */
  async removeLogs(workspaceIds: string[], apiIds: string[]): Promise<void> {
    const workspace = sql`workspace_id = any(${sql.param(workspaceIds)})`;
    for (;;) {
      const { rowCount } = await db.execute(sql`
        delete from ${requestLog} where (at, id) in (
          select at, id from ${requestLog} where ${workspace} limit ${rowsAtATime})`);
      if (!rowCount) break;
    }
    await db.execute(sql`delete from ${apiUsage} where ${workspace}`);
    await db.execute(sql`delete from ${apiLatency} where api_id = any(${sql.param(apiIds)})`);
    await db.execute(sql`delete from ${jobs} where ${workspace} and state <> 'waiting'`);
  },
});
