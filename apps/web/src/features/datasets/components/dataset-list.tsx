import type { Dataset } from '@rowcast/contracts/domain/dataset';
import { Database, Trash2, Upload } from 'lucide-react';
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMayNot } from '@/features/auth/index.ts';
import { formatBytes, formatDateTime, formatInteger } from '@/shared/lib/format.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { useUrlSort } from '@/shared/lib/url-sort.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { EmptyState } from '@/shared/ui/empty-state.tsx';
import { IconButton } from '@/shared/ui/icon-button.tsx';
import { Pagination } from '@/shared/ui/pagination.tsx';
import { SearchBox } from '@/shared/ui/search-box.tsx';
import { useDatasets } from '../api.ts';
import { useUploads } from '../uploads.ts';
import { DatasetProblem } from './dataset-problem.tsx';
import { DatasetStatus } from './dataset-status.tsx';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';
import { UploadDatasetDialog } from './upload-dataset-dialog.tsx';
import { UploadsInProgress } from './uploads-in-progress.tsx';

const parsers = { search: parseAsString.withDefault(''), page: parseAsInteger.withDefault(1) };

/** The datasets of one API, or of the whole workspace. */
export function DatasetList({ apiId }: { apiId?: string }) {
  const { t } = useTranslation('datasets');
  const [uploading, setUploading] = useQueryState('upload', parseAsBoolean.withDefault(false));
  const [{ search, page }, setQuery] = useQueryStates(parsers, { clearOnDefault: true });
  const [sort, setSort] = useUrlSort();
  const columns = useColumns();
  const query = { page: Math.max(1, page), ...(apiId ? { apiId } : {}), ...(search ? { search } : {}) };
  const { data, error, isLoading, refetch } = useDatasets(query);
  const sending = useUploads(({ uploads }) => uploads);
  const rows = data?.data.filter(
    ({ status, filename }) => status !== 'uploading' || !sending.some(({ file }) => file.name === filename),
  );
  const mayNotWrite = useMayNot('Write');
  const open = () => void setUploading(true);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <SearchBox
          label={t('search')}
          value={search}
          onChange={(text) => void setQuery({ search: text, page: 1 }, { history: 'replace' })}
          className="w-full sm:max-w-72"
        />
        <Button variant="primary" blocked={mayNotWrite} onClick={open}>
          <Upload aria-hidden />
          {t('upload.title')}
        </Button>
      </div>
      <UploadDatasetDialog
        apiId={apiId}
        open={uploading && !mayNotWrite}
        onOpenChange={(next) => void setUploading(next || null)}
      />
      <UploadsInProgress apiId={apiId} />
      {rows?.length === 0 && sending.length > 0 ? null : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          loading={isLoading}
          error={error}
          onRetry={refetch}
          empty={
            <EmptyState
              icon={Database}
              title={search ? t('emptyFiltered') : t('empty')}
              hint={search ? undefined : t('emptyHint')}
              action={
                search ? (
                  <Button onClick={() => void setQuery({ search: '', page: 1 })}>{t('clearSearch')}</Button>
                ) : (
                  <Button variant="primary" blocked={mayNotWrite} onClick={open}>
                    <Upload aria-hidden />
                    {t('upload.title')}
                  </Button>
                )
              }
            />
          }
        />
      )}
      {data && (
        <Pagination
          {...data.pagination}
          onPage={(next) => void setQuery({ page: next }, { history: 'push' })}
        />
      )}
    </>
  );
}

function useColumns(): Column<Dataset>[] {
  const { t } = useTranslation('datasets');
  const paths = usePaths();
  const mayNotDelete = useMayNot('Delete');
  return [
    {
      id: 'name',
      header: t('column.name'),
      sortValue: ({ name }) => name,
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
      sortValue: ({ status }) => status,
      className: 'align-top',
      cell: (dataset) => <DatasetStatus dataset={dataset} />,
    },
    {
      id: 'rows',
      header: t('column.rows'),
      numeric: true,
      sortValue: ({ rows }) => rows,
      className: 'align-top',
      cell: ({ rows }) => formatInteger(rows),
    },
    {
      id: 'columns',
      header: t('column.columns'),
      numeric: true,
      hideBelow: 'sm',
      sortValue: ({ columns }) => columns,
      className: 'align-top',
      cell: ({ columns }) => formatInteger(columns),
    },
    {
      id: 'size',
      header: t('column.size'),
      numeric: true,
      hideBelow: 'sm',
      sortValue: ({ sizeBytes }) => sizeBytes,
      className: 'align-top whitespace-nowrap',
      cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    },
    {
      id: 'uploaded',
      header: t('column.uploaded'),
      hideBelow: 'md',
      sortValue: ({ uploadedAt }) => uploadedAt,
      className: 'align-top whitespace-nowrap',
      cell: ({ uploadedAt }) => formatDateTime(uploadedAt),
    },
    {
      id: 'actions',
      header: t('column.actions'),
      numeric: true,
      className: 'align-top',
      cell: (dataset) => (
        <DeleteDatasetDialog
          dataset={dataset}
          trigger={
            <IconButton label={t('delete.named', { name: dataset.name })} size="sm" blocked={mayNotDelete}>
              <Trash2 aria-hidden />
            </IconButton>
          }
        />
      ),
    },
  ];
}
