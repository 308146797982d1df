import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '@/shared/ui/search-box.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { type LogFilters, labels, sources, statuses } from '../api.ts';

interface LogFilterBarProps {
  filters: LogFilters;
  onChange: (change: Partial<LogFilters>) => void;
  children: ReactNode;
}

export function LogFilterBar({ filters, onChange, children }: LogFilterBarProps) {
  const { t } = useTranslation('logs');
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={t('filter.search')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label={t('filter.status')}
        className="w-40"
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <Select
        aria-label={t('filter.source')}
        className="w-36"
        value={filters.source}
        onChange={(source) => onChange({ source })}
        options={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <Select
        aria-label={t('filter.label')}
        className="w-36"
        value={filters.label}
        onChange={(label) => onChange({ label })}
        options={labels.map((value) => ({ value, label: t(`label.${value}`) }))}
      />
      <div className="ml-auto">{children}</div>
    </search>
  );
}
