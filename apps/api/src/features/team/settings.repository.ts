import { defaultTeamSettings, type TeamSettings } from '@rowcast/contracts';
import { eq, sql } from 'drizzle-orm';
import { workspaceSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

export const teamSettingsRepository = (db: Executor, workspaceId: string) => ({
  async read(): Promise<TeamSettings> {
    const [row] = await db
      .select({ team: workspaceSettings.team })
      .from(workspaceSettings)
      .where(eq(workspaceSettings.workspaceId, workspaceId));
    return { ...defaultTeamSettings, ...row?.team };
  },

  /** What is left out stays as it is. */
  write: (team: { [K in keyof TeamSettings]?: TeamSettings[K] | undefined }) =>
    db
      .insert(workspaceSettings)
      .values({ workspaceId, team, updatedAt: sql`now()` })
      .onConflictDoUpdate({
        target: workspaceSettings.workspaceId,
        set: { team: sql`${workspaceSettings.team} || excluded.team`, updatedAt: sql`now()` },
      }),
});
