import { allows } from '@rowcast/contracts/domain/people/role-permissions';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '@/features/auth/index.ts';
import { useTeamSettings } from './api.ts';

/** Who manages the team invites; others where the team lets them. Undefined until that is known. */
function useKnownMayInvite(): boolean | undefined {
  const workspace = useWorkspace();
  const settings = useTeamSettings().data;
  if (!workspace) return undefined;
  if (allows(workspace.role, 'Manage Team')) return true;
  return allows(workspace.role, 'Write') ? settings?.allowMemberInvites : false;
}

export const useMayInvite = (): boolean => useKnownMayInvite() === true;

/** Why one may not, in a sentence to show beside what it keeps from working. */
export function useMayNotInvite(): string | undefined {
  const { t } = useTranslation('team');
  return useKnownMayInvite() === false ? t('invite.mayNot') : undefined;
}
