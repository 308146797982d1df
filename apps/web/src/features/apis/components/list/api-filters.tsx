import { useTranslation } from 'react-i18next';
import { DaysInput } from '@/shared/ui/forms/days-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { type ApiFilters, sortChoices, statusChoices, typeChoices } from '../../filters.ts';

interface ApiFilterBarProps {
  filters: ApiFilters;
  onChange: (change: Partial<ApiFilters>) => void;
}

export function ApiFilterBar({ filters, onChange }: ApiFilterBarProps) {
  const { t } = useTranslation('apis');
  return (
    <search className="mb-4 grid items-center gap-2 sm:grid-cols-3 xl:grid-cols-[minmax(7rem,1fr)_8rem_8rem_10.5rem_auto_auto]">
      <SearchBox
        label={t('filter.search')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Select
        aria-label={t('filter.status')}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={statusChoices.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <Select
        aria-label={t('filter.type')}
        value={filters.type}
        onChange={(type) => onChange({ type })}
        options={typeChoices.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <Select
        aria-label={t('filter.sort')}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
        options={sortChoices.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <DaysInput from={filters.from} to={filters.to} onChange={onChange} />
    </search>
  );
}
