import type { SessionContext } from '../../platform/context.ts';
import { teamSettingsRepository } from './settings.repository.ts';

export const getTeamSettings = ({ db, actor }: SessionContext) =>
  teamSettingsRepository(db, actor.workspaceId).read();
