import { and, count, desc, eq } from 'drizzle-orm';
import { auditLog } from '../../db/schema/evidence.ts';
import type { Executor } from '../../platform/db/database.ts';

type Whose = { workspaceId: string; userId: string };

export const activityRepository = (db: Executor) => ({
  async list({ workspaceId, userId }: Whose, { page, limit }: { page: number; limit: number }) {
    const mine = and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.actorId, userId));
    const [rows, [counted]] = await Promise.all([
      db
        .select({
          id: auditLog.id,
          at: auditLog.at,
          action: auditLog.action,
          targetType: auditLog.targetType,
          targetId: auditLog.targetId,
        })
        .from(auditLog)
        .where(mine)
        .orderBy(desc(auditLog.seq))
        .limit(limit)
        .offset((page - 1) * limit),
      db.select({ total: count() }).from(auditLog).where(mine),
    ]);
    return { rows, total: counted?.total ?? 0 };
  },
});
