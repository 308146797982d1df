import { defaultSettings, type Settings } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { settingsRepository } from './repository.ts';

export async function getSettings({ db, actor }: SessionContext): Promise<Settings> {
  const repository = settingsRepository(db);
  const [own, shared] = await Promise.all([
    repository.own(actor.userId),
    repository.shared(actor.workspaceId),
  ]);
  return {
    preferences: { ...defaultSettings.preferences, ...own.preferences },
    notifications: { ...defaultSettings.notifications, ...own.notifications },
    security: { ...defaultSettings.security, ...own.security },
    api: { ...defaultSettings.api, ...shared.api },
    integrations: { ...defaultSettings.integrations, ...shared.integrations },
  };
}

export const getSection =
  <S extends keyof Settings>(section: S) =>
  async (ctx: SessionContext): Promise<Settings[S]> =>
    (await getSettings(ctx))[section];
