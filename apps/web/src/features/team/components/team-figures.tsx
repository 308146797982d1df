import { useTranslation } from 'react-i18next';
import { usePermission } from '@/features/auth/index.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';
import { useActiveApis, useMembers, useTeamSettings } from '../api.ts';
import { useInvites } from '../invites-api.ts';

/** Current numbers of members, open invitations and running APIs. */
export function TeamFigures() {
  const { t } = useTranslation('team');
  // Other roles see only their own invitations.
  const manages = usePermission('Manage Team');
  const members = useMembers().data;
  const invites = useInvites().data;
  const most = useTeamSettings().data?.maxTeamSize;
  const active = useActiveApis().data;
  const pending = invites?.filter(({ status }) => status === 'pending').length;
  return (
    <div
      className={cn(
        'grid grid-cols-1 gap-3',
        manages ? 'min-[26rem]:grid-cols-3' : 'min-[26rem]:grid-cols-2',
      )}
    >
      <StatTile
        label={t('figures.members')}
        value={members && formatInteger(members.length)}
        note={most ? t('figures.most', { most: formatInteger(most) }) : '\u00a0'}
      />
      {manages && (
        <StatTile
          label={t('figures.pending')}
          value={pending === undefined ? undefined : formatInteger(pending)}
          note={t('figures.pendingNote')}
        />
      )}
      <StatTile
        label={t('figures.active')}
        value={active === undefined ? undefined : formatInteger(active)}
        note={t('figures.activeNote')}
      />
    </div>
  );
}
