import type { ModelVersion } from '@rowcast/contracts/http/models/models';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DeployButton } from '@/features/deployments/index.ts';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { Badge, StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useVersions } from '../api.ts';
import { StartRolloutDialog } from './start-rollout-dialog.tsx';
import { VersionScore } from './version-score.tsx';

const tones = { stable: 'green', candidate: 'yellow' } as const;

interface VersionsTableProps {
  apiId: string;
  modelId: string;
  isRunning: boolean;
}

export function VersionsTable({ apiId, modelId, isRunning }: VersionsTableProps) {
  const { t } = useTranslation('rollouts');
  const paths = usePaths();
  const { t: tModels } = useTranslation('models');
  const [sort, setSort] = useUrlSort('versionsSort');
  const { data, error, isLoading, refetch } = useVersions(apiId, modelId);
  const stable = data?.find(({ label }) => label === 'stable');
  const columns: Column<ModelVersion>[] = [
    {
      id: 'version',
      header: t('column.version'),
      className: 'max-sm:col-span-2',
      sortValue: ({ version }) => version,
      cell: ({ modelId: id, version, name, label, type, createdAt }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            <Link to={paths.apiTab(apiId, `models/${id}`)} className="rounded-sm font-medium hover:underline">
              v{version} <span className="font-normal text-soft">{name}</span>
            </Link>
            {label && <Badge tone={tones[label]}>{t(`label.${label}`)}</Badge>}
          </span>
          <span className="block text-faint text-sm">
            {tModels(`modelType.${type}`)}
            <span className="sm:hidden"> · {formatDateTime(createdAt)}</span>
          </span>
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      hideBelow: 'sm',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'score',
      header: t('column.score'),
      numeric: true,
      className: 'align-top max-sm:col-span-2 max-sm:text-left',
      sortValue: ({ score }) => score,
      cell: (version) => <VersionScore version={version} serving={stable} />,
    },
    {
      id: 'created',
      header: t('column.created'),
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      id: 'actions',
      saysItself: true,
      header: t('column.actions'),
      numeric: true,
      className: 'max-sm:col-span-2 max-sm:empty:hidden',
      cell: (version) =>
        version.status === 'ready' && version.label !== 'stable' ? (
          <span className="flex flex-wrap justify-end gap-2 max-sm:justify-start">
            {stable && !isRunning && <StartRolloutDialog apiId={apiId} version={version} />}
            {version.label === null && (
              <DeployButton size="sm" model={{ ...version, id: version.modelId, deployed: false }} />
            )}
          </span>
        ) : null,
    },
  ];
  return (
    <DataTable
      stacked
      label={t('versions.title')}
      columns={columns}
      rows={data}
      sort={sort}
      onSort={setSort}
      rowId={({ modelId: id }) => id}
      loading={isLoading}
      error={error}
      onRetry={refetch}
      skeletonRows={3}
    />
  );
}
