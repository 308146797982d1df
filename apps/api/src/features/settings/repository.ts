import type { Settings } from '@rowcast/contracts';
import { eq, sql } from 'drizzle-orm';
import { userSettings, workspaceSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

type Chosen<S extends keyof Settings> = { [K in S]: Partial<Settings[K]> };
export type OwnSection = 'preferences' | 'notifications' | 'security';
export type SharedSection = 'api' | 'integrations';

/** Rows hold only what somebody chose; a change is laid over it in one statement, so that two changes at once both stay. */
export const settingsRepository = (db: Executor) => ({
  async own(userId: string): Promise<Chosen<OwnSection>> {
    const [row] = await db.select().from(userSettings).where(eq(userSettings.userId, userId));
    return (row ?? { preferences: {}, notifications: {}, security: {} }) as Chosen<OwnSection>;
  },

  async shared(workspaceId: string): Promise<Chosen<SharedSection>> {
    const [row] = await db
      .select()
      .from(workspaceSettings)
      .where(eq(workspaceSettings.workspaceId, workspaceId));
    return (row ?? { api: {}, integrations: {} }) as Chosen<SharedSection>;
  },

  changeOwn: (userId: string, section: OwnSection, changes: Record<string, unknown>, updatedAt: Date) =>
    db
      .insert(userSettings)
      .values({ userId, [section]: changes, updatedAt })
      .onConflictDoUpdate({
        target: userSettings.userId,
        set: { [section]: sql`${userSettings[section]} || ${JSON.stringify(changes)}::jsonb`, updatedAt },
      }),

  changeShared: (
    workspaceId: string,
    section: SharedSection,
    changes: Record<string, unknown>,
    updatedAt: Date,
  ) =>
    db
      .insert(workspaceSettings)
      .values({ workspaceId, [section]: changes, updatedAt })
      .onConflictDoUpdate({
        target: workspaceSettings.workspaceId,
        set: {
          [section]: sql`${workspaceSettings[section]} || ${JSON.stringify(changes)}::jsonb`,
          updatedAt,
        },
      }),
});
