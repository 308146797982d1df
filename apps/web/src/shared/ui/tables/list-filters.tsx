import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import type { Model } from '@rowcast/contracts/domain/models/model';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { Select } from '../forms/select.tsx';
import { SearchBox } from './search-box.tsx';

type Status = Dataset['status'] | Model['status'];

interface ListFiltersProps<S extends string> {
  /** The accessible name of the search field. */
  label: string;
  search: string;
  status: 'all' | S;
  choices: readonly ('all' | S)[];
  filter: (part: { search?: string; status?: 'all' | S }) => void;
}

/** Filters a list by name and status. */
export function ListFilters<S extends Status>({
  label,
  search,
  status,
  choices,
  filter,
}: ListFiltersProps<S>) {
  const { t } = useTranslation('ui');
  return (
    <search className="flex grow flex-wrap gap-2">
      <SearchBox
        label={label}
        value={search}
        onChange={(text) => filter({ search: text })}
        className="w-full sm:w-72"
      />
      <Select
        aria-label={t('filter.status')}
        value={status}
        onChange={(next) => filter({ status: next })}
        options={choices.map((value) => ({
          value,
          label: value === 'all' ? t('filter.allStatuses') : t(`status.${value as Status}`),
        }))}
        className="w-full sm:w-44"
      />
    </search>
  );
}

export function ClearFilters({ filter }: { filter: (part: { search: string; status: 'all' }) => void }) {
  const { t } = useTranslation('ui');
  return <Button onClick={() => filter({ search: '', status: 'all' })}>{t('filter.clear')}</Button>;
}
