import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { datasetStatuses } from '@rowcast/contracts/domain/status';
import { datasetSorts } from '@rowcast/contracts/http/models/datasets';
import { BrainCircuit, Database, Trash2, Upload } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatBytes, formatDateTime, formatInteger } from '@/shared/lib/format/format.ts';
import { useListQuery } from '@/shared/lib/navigation/list-query.ts';
import { usePageWithin } from '@/shared/lib/navigation/page-within.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { ClearFilters, ListFilters } from '@/shared/ui/tables/list-filters.tsx';
import { Pagination } from '@/shared/ui/tables/pagination.tsx';
import { useDatasets } from '../../api.ts';
import { trainingPlace } from '../../training-place.ts';
import { isShownIn, useUploads } from '../../upload/uploads.ts';
import { UploadDatasetDialog } from '../upload/upload-dataset-dialog.tsx';
import { UploadsInProgress } from '../upload/uploads-in-progress.tsx';
import { DatasetProblem } from './dataset-problem.tsx';
import { DatasetStatus } from './dataset-status.tsx';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';

/** The datasets of one API, or of the whole workspace. */
export function DatasetList({ apiId }: { apiId?: string }) {
  const { t } = useTranslation('datasets');
  const [uploading, setUploading] = useQueryState('upload', parseAsBoolean.withDefault(false));
  const list = useListQuery(datasetStatuses, datasetSorts);
  const columns = useColumns();
  const { data, error, isLoading, refetch } = useDatasets({ ...list.query, ...(apiId ? { apiId } : {}) });
  const isMoving = usePageWithin(data?.pagination, list.giveWayTo);
  const uploads = useUploads((state) => state.uploads);
  const sending = uploads.filter((one) => isShownIn(apiId, one) && one.error === undefined);
  // Uploads from this browser appear above the table.
  const rows = data?.data.filter(
    ({ status, filename }) => status !== 'uploading' || !sending.some(({ file }) => file.name === filename),
  );
  const writeDeniedReason = useDeniedReason('Write');
  const open = () => void setUploading(true);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <ListFilters label={t('search')} {...list} />
        <Button variant="primary" blocked={writeDeniedReason} onClick={open}>
          <Upload aria-hidden />
          {t('upload.title')}
        </Button>
      </div>
      <UploadDatasetDialog
        apiId={apiId}
        open={uploading && !writeDeniedReason}
        onOpenChange={(next) => void setUploading(next || null)}
      />
      <UploadsInProgress apiId={apiId} />
      {rows?.length === 0 && sending.length > 0 && !list.filtered ? null : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={isMoving ? undefined : rows}
          rowId={({ id }) => id}
          sort={list.sort}
          onSort={list.sortBy}
          loading={isLoading || isMoving}
          error={error}
          failed={t('failed')}
          onRetry={refetch}
          empty={
            list.filtered ? (
              <EmptyState
                icon={Database}
                title={t('emptyFiltered')}
                action={<ClearFilters filter={list.filter} />}
              />
            ) : (
              <EmptyState
                icon={Database}
                title={t('empty')}
                hint={t('emptyHint')}
                action={
                  <Button variant="primary" blocked={writeDeniedReason} onClick={open}>
                    <Upload aria-hidden />
                    {t('upload.title')}
                  </Button>
                }
              />
            )
          }
        />
      )}
      {data && !isMoving && <Pagination {...data.pagination} onPage={list.turnTo} />}
    </>
  );
}

function useColumns(): Column<Dataset>[] {
  const { t } = useTranslation('datasets');
  const paths = usePaths();
  const deleteDeniedReason = useDeniedReason('Delete');
  const writeDeniedReason = useDeniedReason('Write');
  return [
    {
      id: 'name',
      header: t('column.name'),
      sortable: true,
      className: 'min-w-36 align-top sm:min-w-48',
      cell: (dataset) => (
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <Link to={paths.dataset(dataset.id)} className="w-fit rounded-sm font-medium hover:underline">
              {dataset.name}
            </Link>
            {dataset.version > 1 && <Badge>{t('version.name', { version: dataset.version })}</Badge>}
          </div>
          <span className="break-all text-faint text-sm">{dataset.filename}</span>
          <DatasetProblem dataset={dataset} />
        </div>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      sortable: true,
      className: 'align-top',
      cell: (dataset) => <DatasetStatus dataset={dataset} />,
    },
    {
      id: 'rows',
      header: t('column.rows'),
      numeric: true,
      sortable: true,
      className: 'align-top',
      cell: ({ rows }) => formatInteger(rows),
    },
    {
      id: 'columns',
      header: t('column.columns'),
      numeric: true,
      hideBelow: 'sm',
      sortable: true,
      className: 'align-top',
      cell: ({ columns }) => formatInteger(columns),
    },
    {
      id: 'size',
      header: t('column.size'),
      numeric: true,
      hideBelow: 'sm',
      sortable: true,
      className: 'align-top whitespace-nowrap',
      cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    },
    {
      id: 'uploaded',
      header: t('column.uploaded'),
      hideBelow: 'md',
      sortable: true,
      className: 'align-top whitespace-nowrap',
      cell: ({ uploadedAt }) => formatDateTime(uploadedAt),
    },
    {
      id: 'actions',
      header: t('column.actions'),
      numeric: true,
      className: 'align-top',
      cell: (dataset) => (
        <div className="flex justify-end gap-1 max-sm:justify-start">
          {dataset.status === 'ready' && (
            <IconButton
              asChild
              label={t('trainNamed', { name: dataset.name })}
              size="sm"
              blocked={writeDeniedReason}
            >
              <Link to={trainingPlace(paths, dataset)}>
                <BrainCircuit aria-hidden />
              </Link>
            </IconButton>
          )}
          <DeleteDatasetDialog
            dataset={dataset}
            trigger={
              <IconButton
                label={t('delete.named', { name: dataset.name })}
                size="sm"
                blocked={deleteDeniedReason}
              >
                <Trash2 aria-hidden />
              </IconButton>
            }
          />
        </div>
      ),
    },
  ];
}
