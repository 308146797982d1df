import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiStatusBadges } from '@/features/apis/index.ts';
import { formatCompact, formatMilliseconds, formatPercent } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

type Summary = Overview['topApis'][number];

export function TopApis({ apis }: { apis: readonly Summary[] }) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  const columns: Column<Summary>[] = [
    {
      id: 'name',
      header: t('top.name'),
      className: 'break-words',
      sortValue: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={paths.api(id)} className="rounded-sm font-medium hover:underline">
          {name}
        </Link>
      ),
    },
    {
      id: 'status',
      header: t('top.status'),
      sortValue: ({ status }) => status,
      cell: ({ status, enabled }) => (
        <span className="flex flex-wrap gap-1.5">
          <ApiStatusBadges status={status} enabled={enabled} />
        </span>
      ),
    },
    {
      id: 'requests',
      header: t('top.requests'),
      numeric: true,
      className: 'max-sm:text-left',
      sortValue: ({ requests }) => requests,
      cell: ({ requests }) => formatCompact(requests),
    },
    {
      id: 'response',
      header: t('top.response'),
      numeric: true,
      hideBelow: 'sm',
      sortValue: ({ responseTimeMs }) => responseTimeMs,
      cell: ({ responseTimeMs }) => formatMilliseconds(responseTimeMs),
    },
    {
      id: 'uptime',
      header: t('top.uptime'),
      numeric: true,
      className: 'max-sm:text-left',
      sortValue: ({ uptime }) => uptime,
      cell: ({ uptime }) => formatPercent(uptime),
    },
    {
      id: 'growth',
      header: t('top.growth'),
      numeric: true,
      hideBelow: 'md',
      sortValue: ({ growth }) => growth,
      cell: ({ growth }) =>
        growth !== null && growth > 0 ? `+${formatPercent(growth, 0)}` : formatPercent(growth, 0),
    },
  ];
  return (
    <DataTable
      stacked
      label={t('top.title')}
      columns={columns}
      rows={apis}
      rowId={({ id }) => id}
      empty={<EmptyLine>{t('top.empty')}</EmptyLine>}
    />
  );
}
