import { RowcastError, type TeamSettings, type teamRoutes } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit/audit-entry.ts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { lockManagedTeam } from './lock-team.ts';
import { teamSettingsRepository } from './settings.repository.ts';

function tooSmall(members: number): RowcastError {
  const message = `The team already has ${members} members. Choose ${members} or more, or remove members first.`;
  return new RowcastError('VALIDATION_FAILED', { message, fields: [{ field: 'maxTeamSize', message }] });
}

export async function updateTeamSettings(
  ctx: SessionContext,
  { body }: Input<typeof teamRoutes.updateSettings>,
): Promise<TeamSettings> {
  const { workspaceId } = ctx.actor;
  return transact(ctx, async ({ db, publish, audit }) => {
    const { members } = await lockManagedTeam(ctx, db);
    const size = await members.size();
    if (body.maxTeamSize !== undefined && body.maxTeamSize < size) throw tooSmall(size);
    const settings = teamSettingsRepository(db, workspaceId);
    const change = changeOf(await settings.read(), body, Object.keys(body) as (keyof TeamSettings)[]);
    await settings.write(body);
    audit({ action: 'team_settings.updated', targetType: 'workspace', targetId: workspaceId, ...change });
    publish(workspaceId, { type: 'teamSettings.changed' });
    return settings.read();
  });
}
