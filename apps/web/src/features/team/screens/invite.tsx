import { useTranslation } from 'react-i18next';
import { useMe, usePermission } from '@/features/auth/index.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useCanInvite } from '../can-invite.ts';
import { BulkInviteDialog } from '../components/bulk-invite-dialog.tsx';
import { InviteLinkPanel } from '../components/invite-link-panel.tsx';
import { InviteMemberDialog } from '../components/invite-member-dialog.tsx';
import { InvitesPanel } from '../components/invites-panel.tsx';
import { MembersTable } from '../components/members-table.tsx';
import { TeamFigures } from '../components/team-figures.tsx';
import { TeamSettingsDialog } from '../components/team-settings-dialog.tsx';

/** Manages members and invitations. */
export function InviteScreen() {
  const { t } = useTranslation('team');
  const canInvite = useCanInvite();
  const manages = usePermission('Manage Team');
  const known = useMe().data !== undefined;
  useTitle(t('title'));
  // The content depends on the user's role.
  if (!known) {
    return (
      <>
        <PageHeader title={t('title')} description={t('description')} />
        <Skeleton className="h-96" />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={canInvite && <InviteMemberDialog />}
      />
      <div className="grid grid-cols-1 gap-5">
        <TeamFigures />
        {canInvite && (
          <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <InviteLinkPanel />
            <Panel title={t('quick')}>
              <div className="grid gap-2">
                <BulkInviteDialog />
                {manages && <TeamSettingsDialog />}
              </div>
            </Panel>
          </div>
        )}
        <InvitesPanel />
        <Panel id="members" title={t('members.title')} description={t('members.description')}>
          <MembersTable />
        </Panel>
      </div>
    </>
  );
}
