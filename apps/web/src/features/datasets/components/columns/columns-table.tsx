import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { ColumnProfile, TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatInteger, formatShare } from '@/shared/lib/format/format.ts';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { MiniHistogram } from '@/shared/ui/charts/mini-histogram.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { useCreateVersion } from '../../cleaning/make-version.ts';
import type { ChosenType, ChosenTypes } from '../../columns/chosen-types.ts';
import {
  distribution,
  formatColumnBound,
  holdsPersonalData,
  missingShare,
} from '../../columns/column-figures.ts';
import { ColumnSheet } from './column-sheet.tsx';
import { ColumnTypeLabel } from './column-type.tsx';
import { TypeChanges } from './type-changes.tsx';
import { TypeSelect } from './type-select.tsx';

/** In wider tables, types are changed in the side panel, one column at a time. */
const maxSelects = 100;

/** Shorter lists need no search field. */
const searchFrom = 12;

interface ColumnsTableProps {
  dataset: DatasetDetail;
  profile: TableProfile;
  types: ChosenTypes;
  onTypes: (types: ChosenTypes) => void;
}

export function ColumnsTable({ dataset, profile, types, onTypes }: ColumnsTableProps) {
  const { t } = useTranslation('datasets');
  const { busy, setTypes } = useCreateVersion(dataset);
  const choose = ({ name, type }: ColumnProfile, chosen: ChosenType) => {
    const { [name]: _previous, ...others } = types;
    onTypes(chosen.to === type ? others : { ...others, [name]: chosen });
  };
  const writeDeniedReason = useDeniedReason('Write');
  const select = (column: ColumnProfile) =>
    writeDeniedReason ? (
      <ColumnTypeLabel type={column.type} />
    ) : (
      <TypeSelect column={column} chosen={types[column.name]?.to} onChoose={(to) => choose(column, { to })} />
    );
  const [sort, setSort] = useUrlSort();
  const [search, setSearch] = useQueryState('column', parseAsString.withDefault(''));
  const sought = search.trim().toLowerCase();
  const [shown, setShown] = useState<ColumnProfile | null>(null);
  const columns: Column<ColumnProfile>[] = [
    {
      id: 'name',
      header: t('column.name'),
      sortValue: ({ name }) => name,
      cell: (column) => (
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            onClick={() => setShown(column)}
            className="min-w-28 rounded-sm text-left font-medium [overflow-wrap:anywhere] hover:underline"
          >
            {column.name}
          </button>
          {holdsPersonalData(column, profile.findings) && <Badge tone="yellow">{t('personalData')}</Badge>}
          {profile.suggestedTarget === column.name && <Badge tone="accent">{t('suggestedTarget')}</Badge>}
        </div>
      ),
    },
    {
      id: 'type',
      header: t('column.type'),
      sortValue: ({ type }) => type,
      cell: (column) =>
        profile.columns.length <= maxSelects ? select(column) : <ColumnTypeLabel type={column.type} />,
    },
    {
      id: 'missing',
      header: t('column.missing'),
      numeric: true,
      sortValue: ({ missing }) => missing,
      cell: (column) => (
        <span title={formatInteger(column.missing)}>
          {column.missing === 0 ? '0' : formatShare(missingShare(column, profile.rows))}
        </span>
      ),
    },
    {
      id: 'distinct',
      header: t('column.distinct'),
      numeric: true,
      sortValue: ({ distinct }) => distinct,
      cell: ({ distinct }) => formatInteger(distinct),
    },
    {
      id: 'summary',
      header: t('column.summary'),
      hideBelow: 'md',
      className: 'max-w-64',
      cell: (column) => <span className="block truncate text-soft">{summary(column)}</span>,
    },
    {
      id: 'distribution',
      header: t('column.distribution'),
      cell: (column) => (
        <MiniHistogram label={t('distributionOf', { column: column.name })} counts={distribution(column)} />
      ),
    },
  ];
  return (
    <>
      <TypeChanges
        types={types}
        columns={profile.columns}
        busy={busy}
        onChoose={choose}
        onApply={() => void setTypes(types)}
        onDiscard={() => onTypes({})}
      />
      {profile.columns.length > searchFrom && (
        <SearchBox
          label={t('searchColumns')}
          value={search}
          onChange={(text) => void setSearch(text || null)}
          className="mb-3 w-full sm:max-w-72"
        />
      )}
      <DataTable
        label={t('tab.columns')}
        columns={columns}
        rows={profile.columns.filter(({ name }) => name.toLowerCase().includes(sought))}
        empty={<EmptyLine>{t('noColumns')}</EmptyLine>}
        rowId={({ name }) => name}
        sort={sort}
        onSort={setSort}
      />
      <ColumnSheet column={shown} rows={profile.rows} typeSelect={select} onClose={() => setShown(null)} />
    </>
  );
}

function summary(column: ColumnProfile): string {
  if (column.min !== null || column.max !== null) {
    return `${formatColumnBound(column, column.min)} – ${formatColumnBound(column, column.max)}`;
  }
  const values = column.topValues.slice(0, 3).map(({ value }) => value);
  return (values.length > 0 ? values : column.examples.slice(0, 3)).join(', ');
}
