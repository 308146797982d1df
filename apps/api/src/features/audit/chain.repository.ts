import { and, asc, eq, gt } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { auditHeads, auditLog } from '../../db/schema/evidence.ts';
import type { Executor } from '../../platform/db/database.ts';

export type AuditRow = typeof auditLog.$inferSelect;

const pageSize = 2_000;

/** One chain as it lies in the table, whatever it says. */
export function chainRepository(db: Executor, workspaceId: string) {
  const own = eq(auditLog.workspaceId, workspaceId);
  return {
    async head() {
      const [head] = await db.select().from(auditHeads).where(eq(auditHeads.workspaceId, workspaceId));
      return head;
    },

    erasures: (): Promise<AuditRow[]> =>
      db
        .select()
        .from(auditLog)
        .where(and(own, eq(auditLog.action, 'audit.erased'))),

    async *rows(): AsyncGenerator<AuditRow> {
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const page = await db
          .select()
          .from(auditLog)
          .where(and(own, gt(auditLog.seq, after)))
          .orderBy(asc(auditLog.seq))
          .limit(pageSize);
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        after = last.seq;
      }
    },
  };
}

/** Of all workspaces that have a row or a head, those that are gone included. */
export async function chainIds(db: Executor): Promise<string[]> {
  const rows = await unionAll(
    db.selectDistinct({ id: auditLog.workspaceId }).from(auditLog),
    db.select({ id: auditHeads.workspaceId }).from(auditHeads),
  );
  return [...new Set(rows.map(({ id }) => id))];
}
