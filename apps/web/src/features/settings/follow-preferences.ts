import type { User } from '@rowcast/contracts/domain/people/user';
import { useEffect } from 'react';
import { applyPreferences } from './apply-preferences.ts';

/** What the server keeps for a person wins over what this browser had. */
export function useFollowPreferences(user: User | undefined): void {
  const preferences = user?.preferences;
  useEffect(() => {
    if (preferences) void applyPreferences(preferences);
  }, [preferences]);
}
