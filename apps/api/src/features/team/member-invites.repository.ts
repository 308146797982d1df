import { and, eq, isNull, sql } from 'drizzle-orm';
import { invites } from '../../db/schema/team.ts';
import type { Executor } from '../../platform/db/database.ts';

export const invitesFromMember = (db: Executor, workspaceId: string) => ({
  /** The addresses that were invited. */
  revoke: (userId: string) =>
    db
      .update(invites)
      .set({ revokedAt: sql`now()` })
      .where(
        and(
          eq(invites.workspaceId, workspaceId),
          eq(invites.invitedBy, userId),
          isNull(invites.acceptedAt),
          isNull(invites.revokedAt),
        ),
      )
      .returning({ email: invites.email }),
});
