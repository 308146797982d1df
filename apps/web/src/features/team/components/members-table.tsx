import type { Member } from '@rowcast/contracts/domain/people/team';
import { useTranslation } from 'react-i18next';
import { useMe } from '@/features/auth/index.ts';
import { formatRelative } from '@/shared/lib/format/format.ts';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { Avatar } from '@/shared/ui/layout/avatar.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useMembers } from '../api.ts';
import { MemberActions } from './member-actions.tsx';
import { MemberRoleSelect } from './member-role-select.tsx';

/** The members of the workspace, optionally read-only. */
export function MembersTable({ readOnly = false }: { readOnly?: boolean }) {
  const { t } = useTranslation('team');
  const me = useMe().data?.id;
  const [sort, setSort] = useUrlSort('membersSort');
  const { data, error, isLoading, refetch } = useMembers();
  const columns: Column<Member>[] = [
    {
      id: 'name',
      header: t('members.name'),
      sortValue: ({ name }) => name,
      cell: ({ id, name, email, avatarUrl }) => (
        <span className="flex min-w-0 items-center gap-3">
          <span className="max-sm:hidden">
            <Avatar name={name} src={avatarUrl} />
          </span>
          <span className="grid min-w-0">
            <span className="break-words font-medium">
              {name}
              {id === me && <span className="font-normal text-faint"> {t('members.you')}</span>}
            </span>
            <span className="text-soft text-sm [overflow-wrap:anywhere]">{email}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      header: t('members.role'),
      sortValue: ({ role }) => t(`role.${role}`),
      cell: (member) => (readOnly ? t(`role.${member.role}`) : <MemberRoleSelect member={member} />),
    },
    {
      id: 'status',
      header: t('members.status'),
      hideBelow: 'md',
      sortValue: ({ status }) => status,
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'green' : 'grey'}>{t(`memberStatus.${status}`)}</Badge>
      ),
    },
    {
      id: 'active',
      header: t('members.lastActive'),
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      sortValue: ({ lastActiveAt }) => lastActiveAt,
      cell: ({ lastActiveAt }) => (lastActiveAt ? formatRelative(lastActiveAt) : t('members.never')),
    },
  ];
  const actions: Column<Member> = {
    id: 'actions',
    header: t('actions'),
    numeric: true,
    cell: (member) => <MemberActions member={member} />,
  };
  return (
    <DataTable
      label={t('members.title')}
      columns={readOnly ? columns : [...columns, actions]}
      rows={data}
      sort={sort}
      onSort={setSort}
      rowId={({ id }) => id}
      loading={isLoading}
      error={error}
      failed={t('members.failed')}
      onRetry={refetch}
      skeletonRows={2}
    />
  );
}
