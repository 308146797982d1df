import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DaysInput } from '@/shared/ui/forms/days-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { type LogFilters, labels, sources, statuses } from '../filters.ts';

interface LogFilterBarProps {
  filters: LogFilters;
  onChange: (change: Partial<LogFilters>) => void;
  children: ReactNode;
}

export function LogFilterBar({ filters, onChange, children }: LogFilterBarProps) {
  const { t } = useTranslation('logs');
  return (
    <search className="grid items-center gap-2 sm:grid-cols-3 xl:grid-cols-[minmax(12rem,20rem)_11rem_9rem_12rem_1fr]">
      <SearchBox
        label={t('filter.search')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
        className="sm:col-span-3 xl:col-span-1"
      />
      <Select
        aria-label={t('filter.status')}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <Select
        aria-label={t('filter.source')}
        value={filters.source}
        onChange={(source) => onChange({ source })}
        options={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <Select
        aria-label={t('filter.label')}
        value={filters.label}
        onChange={(label) => onChange({ label })}
        options={labels.map((value) => ({ value, label: t(`label.${value}`) }))}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2 sm:col-span-3 xl:col-span-4">
        <DaysInput from={filters.from ?? ''} to={filters.to ?? ''} onChange={onChange} />
      </div>
      <div className="justify-self-end sm:col-span-3 xl:col-span-1">{children}</div>
    </search>
  );
}
