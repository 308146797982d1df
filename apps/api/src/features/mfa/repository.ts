import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { recoveryCodes, totpDevices } from '../../db/schema/security.ts';
import type { Executor } from '../../platform/db/database.ts';

export const mfaRepository = (db: Executor, userId: string) => {
  const mine = eq(totpDevices.userId, userId);
  return {
    async device(state: 'confirmed' | 'pending') {
      const confirmed = state === 'confirmed' ? isNotNull : isNull;
      const [row] = await db
        .select()
        .from(totpDevices)
        .where(and(mine, confirmed(totpDevices.confirmedAt)));
      return row;
    },

    /** Restarts the setup; false if an authenticator is already on. */
    async begin(sealedSecret: string): Promise<boolean> {
      const rows = await db
        .insert(totpDevices)
        .values({ userId, sealedSecret, createdAt: sql`now()` })
        .onConflictDoUpdate({
          target: totpDevices.userId,
          set: { sealedSecret, createdAt: sql`now()`, lastStep: 0 },
          setWhere: isNull(totpDevices.confirmedAt),
        })
        .returning({ userId: totpDevices.userId });
      return rows.length === 1;
    },

    /** True for the one caller who switches it on, with the secret that their code was of. */
    async confirm(sealedSecret: string, step: number): Promise<boolean> {
      const rows = await db
        .update(totpDevices)
        .set({ confirmedAt: sql`now()`, lastStep: step })
        .where(and(mine, eq(totpDevices.sealedSecret, sealedSecret), isNull(totpDevices.confirmedAt)))
        .returning({ userId: totpDevices.userId });
      if (rows.length === 1) await db.update(users).set({ mfaEnabled: true }).where(eq(users.id, userId));
      return rows.length === 1;
    },

    /** True for the one caller who uses this time step, if none has used it or a later one. */
    async useStep(step: number): Promise<boolean> {
      const rows = await db
        .update(totpDevices)
        .set({ lastStep: step })
        .where(and(mine, isNotNull(totpDevices.confirmedAt), lt(totpDevices.lastStep, step)))
        .returning({ userId: totpDevices.userId });
      return rows.length === 1;
    },

    /** True for the one caller who uses the code up. */
    async useRecoveryCode(codeHash: string): Promise<boolean> {
      const rows = await db
        .update(recoveryCodes)
        .set({ usedAt: sql`now()` })
        .where(
          and(
            eq(recoveryCodes.userId, userId),
            eq(recoveryCodes.codeHash, codeHash),
            isNull(recoveryCodes.usedAt),
          ),
        )
        .returning({ userId: recoveryCodes.userId });
      return rows.length === 1;
    },

    async replaceRecoveryCodes(hashes: string[]): Promise<void> {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      if (hashes.length)
        await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
    },

    /** False when there was none. */
    async remove(): Promise<boolean> {
      const rows = await db.delete(totpDevices).where(mine).returning({ at: totpDevices.confirmedAt });
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await db.update(users).set({ mfaEnabled: false }).where(eq(users.id, userId));
      return rows.some(({ at }) => at !== null);
    },
  };
};
