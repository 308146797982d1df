import type { User } from '@rowcast/contracts/domain/people/user';
import { currentLanguage, setLanguage } from '@/shared/i18n/i18n.ts';
import { setDebugMode, setTheme, setTimezone, usePreferences } from '@/shared/lib/session/preferences.ts';

/** Resolves when the chosen language is active. */
export async function applyPreferences({
  theme,
  language,
  timezone,
  debugMode,
}: User['preferences']): Promise<void> {
  const now = usePreferences.getState();
  if (theme && theme !== now.theme) setTheme(theme);
  if (timezone) setTimezone(timezone);
  if (debugMode !== undefined && debugMode !== now.debugMode) setDebugMode(debugMode);
  if (language && language !== currentLanguage()) await setLanguage(language);
}
