import type { Invite } from '@rowcast/contracts/domain/people/team';
import { Mail } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { usePermission } from '@/features/auth/index.ts';
import { formatDate } from '@/shared/lib/format/format.ts';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { Badge, type BadgeTone } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { useCanInvite, useInviteDeniedReason } from '../can-invite.ts';
import { useInvites } from '../invites-api.ts';
import { InviteActions } from './invite-actions.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';

const tones: Record<Invite['status'], BadgeTone> = { pending: 'yellow', accepted: 'green', expired: 'grey' };

/** The invitations with their status. */
export function InvitesPanel() {
  const { t } = useTranslation('team');
  const [search, setSearch] = useQueryState('search', parseAsString.withDefault(''));
  const { data, error, isLoading, refetch } = useInvites();
  const canInvite = useCanInvite();
  const inviteDeniedReason = useInviteDeniedReason();
  const manages = usePermission('Manage Team');
  const [sort, setSort] = useUrlSort('invitesSort');
  const sought = search.trim().toLowerCase();
  const shown = data?.filter(({ email, role }) =>
    `${email ?? t('invites.byLink')} ${t(`role.${role}`)}`.toLowerCase().includes(sought),
  );
  const columns: Column<Invite>[] = [
    {
      id: 'email',
      header: t('invites.email'),
      sortValue: ({ email }) => email,
      cell: ({ email, role, invitedBy }) => (
        <span className="grid min-w-0">
          <span className="font-medium [overflow-wrap:anywhere]">{email ?? t('invites.byLink')}</span>
          <span className="text-faint text-sm sm:hidden">{t(`role.${role}`)}</span>
          {invitedBy && (
            <span className="text-faint text-sm max-sm:hidden">{t('invites.by', { name: invitedBy })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'role',
      header: t('invites.role'),
      hideBelow: 'sm',
      sortValue: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: 'invited',
      header: t('invites.date'),
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      sortValue: ({ invitedAt }) => invitedAt,
      cell: ({ invitedAt }) => formatDate(invitedAt),
    },
    {
      id: 'status',
      header: t('invites.status'),
      sortValue: ({ status }) => t(`status.${status}`),
      cell: ({ status, needsApproval }) =>
        status === 'pending' && needsApproval ? (
          <Badge tone="blue">{t('status.approval')}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
        ),
    },
    {
      id: 'actions',
      header: t('actions'),
      numeric: true,
      cell: (invite) => <InviteActions invite={invite} />,
    },
  ];
  const empty = sought ? (
    <EmptyState title={t('invites.noMatch')} />
  ) : inviteDeniedReason ? (
    <EmptyState icon={Mail} title={t('invites.hidden')} hint={t('invites.hiddenHint')} />
  ) : (
    <EmptyState
      icon={Mail}
      title={t(manages ? 'invites.empty' : 'invites.noneOwn')}
      hint={t(manages ? 'invites.emptyHint' : 'invites.noneOwnHint')}
      action={canInvite && <InviteMemberDialog label={t('invites.first')} />}
    />
  );
  return (
    <Panel
      id="invitations"
      title={t('invites.title')}
      actions={
        data && data.length > 0 ? (
          <SearchBox
            label={t('invites.search')}
            value={search}
            onChange={(next) => void setSearch(next || null)}
            className="w-64"
          />
        ) : null
      }
    >
      <DataTable
        label={t('invites.title')}
        columns={columns}
        rows={shown}
        sort={sort}
        onSort={setSort}
        rowId={({ id }) => id}
        loading={isLoading}
        error={error}
        onRetry={refetch}
        skeletonRows={3}
        empty={empty}
      />
    </Panel>
  );
}
