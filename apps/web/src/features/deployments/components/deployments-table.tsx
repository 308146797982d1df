import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime, formatMilliseconds } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useDeployments } from '../api.ts';
import { returnable } from '../previous.ts';
import { DeploymentStatus } from './deployment-status.tsx';
import { RollBackButton } from './roll-back-button.tsx';

/** The deployment history, with rollback actions. */
export function DeploymentsTable({ apiId }: { apiId: string }) {
  const { t } = useTranslation('deployments');
  const paths = usePaths();
  const { data, error, isLoading, refetch } = useDeployments(apiId);
  const canRestore = returnable(data ?? []);
  const [sort, setSort] = useUrlSort('deploymentsSort');
  const columns: Column<Deployment>[] = [
    {
      id: 'version',
      header: t('column.version'),
      className: 'max-sm:col-span-2',
      sortValue: ({ modelVersion }) => modelVersion,
      cell: ({ modelId, modelVersion, modelName, createdAt }) => (
        <>
          <Link
            to={paths.apiTab(apiId, `models/${modelId}`)}
            className="rounded-sm font-medium hover:underline"
          >
            v{modelVersion} <span className="font-normal text-soft">{modelName}</span>
          </Link>
          <span className="block text-faint text-xs sm:hidden">{formatDateTime(createdAt)}</span>
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      cell: (deployment) => <DeploymentStatus {...deployment} />,
    },
    {
      id: 'created',
      header: t('column.deployed'),
      sortValue: ({ createdAt }) => createdAt,
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      id: 'retired',
      header: t('column.retired'),
      hideBelow: 'md',
      className: 'whitespace-nowrap',
      cell: ({ retiredAt }) => formatDateTime(retiredAt),
    },
    {
      id: 'load',
      header: t('column.load'),
      numeric: true,
      hideBelow: 'sm',
      cell: ({ loadMs }) => formatMilliseconds(loadMs),
    },
    {
      id: 'actions',
      saysItself: true,
      header: t('column.actions'),
      numeric: true,
      className: 'max-sm:empty:hidden',
      cell: (deployment) =>
        canRestore.has(deployment.id) ? <RollBackButton apiId={apiId} to={deployment} inRow /> : null,
    },
  ];
  return (
    <DataTable
      stacked
      label={t('title')}
      columns={columns}
      rows={data}
      sort={sort}
      onSort={setSort}
      rowId={({ id }) => id}
      loading={isLoading}
      error={error}
      onRetry={refetch}
      empty={<EmptyLine>{t('empty')}</EmptyLine>}
      skeletonRows={2}
    />
  );
}
