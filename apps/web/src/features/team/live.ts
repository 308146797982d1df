import type { User } from '@rowcast/contracts/domain/people/user';
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { meKey } from '@/features/auth/index.ts';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { teamKeys } from './keys.ts';

/** The user's own role may have changed, which affects every screen. */
function membersChanged(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: teamKeys.members });
  void queries.invalidateQueries({ queryKey: meKey });
}

const apisChanged = (queries: QueryClient) =>
  void queries.invalidateQueries({ queryKey: teamKeys.activeApis });

export const liveHandlers: LiveHandlers = {
  'member.changed': ({ userId, role }, queries) => {
    if (queries.getQueryData<User>(meKey)?.id === userId)
      notify.info(
        i18next.t('console:workspace.roleNow', { role: i18next.t(`console:workspace.role.${role}`) }),
      );
    membersChanged(queries);
  },
  'member.removed': (_event, queries) => membersChanged(queries),
  'invite.changed': (_event, queries) => void queries.invalidateQueries({ queryKey: teamKeys.invites }),
  'api.changed': (_event, queries) => apisChanged(queries),
  'api.deleted': (_event, queries) => apisChanged(queries),
  'teamSettings.changed': (_event, queries) =>
    void queries.invalidateQueries({ queryKey: teamKeys.settings }),
};
