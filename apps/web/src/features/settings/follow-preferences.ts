import type { User } from '@rowcast/contracts/domain/people/user';
import { useEffect } from 'react';
import { applyPreferences } from './apply-preferences.ts';

/** The preferences on the server override those of this browser. */
export function useFollowPreferences(user: User | undefined): void {
  const preferences = user?.preferences;
  useEffect(() => {
    if (preferences) void applyPreferences(preferences);
  }, [preferences]);
}
