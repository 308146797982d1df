import { type ApiSettings, defaultApiSettings, defaultNewApiSettings } from '@rowcast/contracts';
import type { Executor } from '../../platform/db/database.ts';
import { settingsRepository } from './repository.ts';

/** What an API made now in this workspace starts with. */
export async function newApiSettings(db: Executor, workspaceId: string): Promise<ApiSettings> {
  const { api } = await settingsRepository(db).shared(workspaceId);
  const { defaultEnvironment, ...given } = { ...defaultNewApiSettings, ...api };
  return { ...defaultApiSettings, ...given, environment: defaultEnvironment };
}
