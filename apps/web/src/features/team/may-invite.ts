import { useMay } from '@/features/auth/index.ts';
import { useTeamSettings } from './api.ts';

/** Who manages the team; others where the team lets them. */
export function useMayInvite(): boolean {
  const manages = useMay('Manage Team');
  const writes = useMay('Write');
  const allowed = useTeamSettings().data?.allowMemberInvites ?? false;
  return manages || (writes && allowed);
}
