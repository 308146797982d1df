import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { usePreview } from '../../api.ts';

interface PreviewRow {
  number: number;
  cells: readonly (string | null)[];
}

interface PreviewTableProps {
  datasetId: string;
  profile: TableProfile;
}

/** The first rows, as ingested. */
export function PreviewTable({ datasetId, profile }: PreviewTableProps) {
  const { t } = useTranslation('datasets');
  const { data, error, refetch } = usePreview(datasetId);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const types = new Map(profile.columns.map(({ name, type }) => [name, type]));
  const isNumeric = (name: string) => ['integer', 'number'].includes(types.get(name) ?? '');
  const columns: Column<PreviewRow>[] = [
    { id: '#', header: '#', numeric: true, className: 'text-faint', cell: ({ number }) => number },
    ...(data?.columns ?? ['', '', '', '']).map((name, index) => ({
      id: `${index}-${name}`,
      header: name,
      numeric: isNumeric(name),
      className: 'max-w-64 truncate whitespace-nowrap',
      cell: ({ cells }: PreviewRow) =>
        cells[index] ?? <span className="text-faint italic">{t('missingCell')}</span>,
    })),
  ];
  return (
    <DataTable
      label={t('tab.preview')}
      columns={columns}
      rows={data?.rows.map((cells, index) => ({ number: index + 1, cells }))}
      rowId={({ number }) => String(number)}
      loading={!data}
      csv={false}
      skeletonRows={10}
    />
  );
}
