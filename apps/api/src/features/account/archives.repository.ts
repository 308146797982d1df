import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { archives } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

export type ArchiveRow = typeof archives.$inferSelect;

const alive = gt(archives.expiresAt, sql`now()`);

export const archiveRepository = (db: Executor) => ({
  listOf: (userId: string): Promise<ArchiveRow[]> =>
    db
      .select()
      .from(archives)
      .where(and(eq(archives.userId, userId), alive))
      .orderBy(desc(archives.requestedAt)),

  async find(id: string): Promise<ArchiveRow | undefined> {
    const [row] = await db.select().from(archives).where(eq(archives.id, id));
    return row;
  },

  async findReady(userId: string, id: string): Promise<ArchiveRow | undefined> {
    const [row] = await db
      .select()
      .from(archives)
      .where(and(eq(archives.userId, userId), eq(archives.id, id), eq(archives.status, 'ready'), alive));
    return row;
  },

  insert: (row: ArchiveRow) => db.insert(archives).values(row),

  removeOf: (userId: string) => db.delete(archives).where(eq(archives.userId, userId)).returning(),

  /** Gives it as it is then; nothing when it was deleted meanwhile. */
  async finish(id: string, changes: Pick<ArchiveRow, 'status' | 'sizeBytes'>) {
    const [row] = await db.update(archives).set(changes).where(eq(archives.id, id)).returning();
    return row;
  },
});

/** For the jobs process. */
export const archiveSweep = {
  removeExpired: (db: Executor) => db.delete(archives).where(lt(archives.expiresAt, sql`now()`)),

  async existing(db: Executor, ids: string[]): Promise<Set<string>> {
    const rows = await db
      .select({ id: archives.id })
      .from(archives)
      .where(eq(archives.id, sql`any(${sql.param(ids)})`));
    return new Set(rows.map(({ id }) => id));
  },
};
