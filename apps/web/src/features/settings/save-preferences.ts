import type { Preferences } from '@rowcast/contracts/domain/settings';
import type { User } from '@rowcast/contracts/domain/user';
import { settingsRoutes } from '@rowcast/contracts/http/settings';
import i18next from 'i18next';
import { meKey } from '@/features/auth/index.ts';
import { currentLanguage, setLanguage } from '@/shared/i18n/i18n.ts';
import { call } from '@/shared/lib/call.ts';
import { notifyError } from '@/shared/lib/notify.ts';
import { setDebugMode, setTheme, setTimezone, usePreferences } from '@/shared/lib/preferences.ts';
import { queryClient } from '@/shared/lib/query-client.ts';
import { useSession } from '@/shared/lib/session.ts';

export function applyPreferences({ theme, language, timezone, debugMode }: User['preferences']): void {
  const now = usePreferences.getState();
  if (theme && theme !== now.theme) setTheme(theme);
  if (timezone) setTimezone(timezone);
  if (debugMode !== undefined && debugMode !== now.debugMode) setDebugMode(debugMode);
  if (language && language !== currentLanguage()) void setLanguage(language);
}

/** Takes effect here at once, and on the person's other devices when they next look. */
export async function savePreferences(change: Partial<Preferences>): Promise<void> {
  applyPreferences(change);
  if (!useSession.getState().signedIn) return;
  queryClient.setQueryData<User>(
    meKey,
    (me) => me && { ...me, preferences: { ...me.preferences, ...change } },
  );
  try {
    await call(settingsRoutes.updatePreferences, { body: change });
  } catch (error) {
    notifyError(error, i18next.t('ui:preferences.failed'));
  }
}
