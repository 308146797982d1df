import type { Preferences } from '@rowcast/contracts/domain/people/settings';
import type { User } from '@rowcast/contracts/domain/people/user';
import { settingsRoutes } from '@rowcast/contracts/http/people/settings';
import i18next from 'i18next';
import { meKey } from '@/features/auth/index.ts';
import { call } from '@/shared/lib/http/call.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { notifyError } from '@/shared/lib/notify/notify.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { applyPreferences } from './apply-preferences.ts';

let saves = 0;

/** Applies at once here, and on other devices when they next refetch. */
export async function savePreferences(change: Partial<Preferences>): Promise<void> {
  void applyPreferences(change);
  if (!useSession.getState().signedIn) return;
  const own = ++saves;
  // An earlier response would undo it.
  void queryClient.cancelQueries({ queryKey: meKey });
  queryClient.setQueryData<User>(
    meKey,
    (me) => me && { ...me, preferences: { ...me.preferences, ...change } },
  );
  try {
    await call(settingsRoutes.updatePreferences, { body: change });
    if (own === saves) void queryClient.invalidateQueries({ queryKey: meKey });
  } catch (error) {
    notifyError(error, i18next.t('ui:preferences.failed'));
  }
}
