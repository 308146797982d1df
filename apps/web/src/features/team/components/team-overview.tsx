import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatRelative } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useInviteDeniedReason } from '../can-invite.ts';
import { useInvites } from '../invites-api.ts';
import { MembersTable } from './members-table.tsx';
import { TeamFigures } from './team-figures.tsx';

/** A summary of the team for the dashboard. */
export function TeamOverview() {
  const { t } = useTranslation('team');
  const paths = usePaths();
  return (
    <>
      <TeamFigures />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel
          title={t('members.title')}
          actions={
            <Button asChild size="sm">
              <Link to={paths.invite}>{t('manage')}</Link>
            </Button>
          }
        >
          <MembersTable readOnly />
        </Panel>
        <Panel title={t('figures.pending')} flush>
          <PendingInvites />
        </Panel>
      </div>
    </>
  );
}

function PendingInvites() {
  const { t } = useTranslation('team');
  const query = useInvites();
  const invites = query.data;
  const inviteDeniedReason = useInviteDeniedReason();
  if (!invites)
    return (
      <div className="p-4">
        <Awaited queries={[query]}>
          <SkeletonLines lines={3} />
        </Awaited>
      </div>
    );
  const pending = invites.filter(({ status }) => status === 'pending');
  if (pending.length === 0)
    return (
      <p className="px-4 py-6 text-center text-soft">
        {t(inviteDeniedReason ? 'invites.hidden' : 'invites.nonePending')}
      </p>
    );
  return (
    <ul className="divide-y">
      {pending.slice(0, 8).map(({ id, email, role, expiresAt, needsApproval }) => (
        <li key={id} className="flex items-start justify-between gap-3 px-4 py-2.5">
          <div className="min-w-0">
            <p className="truncate font-medium">{email ?? t('invites.byLink')}</p>
            <p className="text-soft text-sm">{t('invites.expires', { when: formatRelative(expiresAt) })}</p>
          </div>
          <Badge tone={needsApproval ? 'blue' : 'grey'}>
            {needsApproval ? t('status.approval') : t(`role.${role}`)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
