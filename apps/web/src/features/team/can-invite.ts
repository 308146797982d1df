import { allows } from '@rowcast/contracts/domain/people/role-permissions';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '@/features/auth/index.ts';
import { useTeamSettings } from './api.ts';

/** Team managers may invite; others if the team allows it. Undefined while loading. */
function useKnownCanInvite(): boolean | undefined {
  const workspace = useWorkspace();
  const settings = useTeamSettings().data;
  if (!workspace) return undefined;
  if (allows(workspace.role, 'Manage Team')) return true;
  return allows(workspace.role, 'Write') ? settings?.allowMemberInvites : false;
}

export const useCanInvite = (): boolean => useKnownCanInvite() === true;

/** Why the user may not invite, to show beside the disabled control. */
export function useInviteDeniedReason(): string | undefined {
  const { t } = useTranslation('team');
  return useKnownCanInvite() === false ? t('invite.mayNot') : undefined;
}
