import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '@/shared/ui/input.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { type ApiFilters, sortChoices, statusChoices, typeChoices } from '../filters.ts';

interface ApiFilterBarProps {
  filters: ApiFilters;
  onChange: (change: Partial<ApiFilters>) => void;
}

const typingPauseMs = 250;

export function ApiFilterBar({ filters, onChange }: ApiFilterBarProps) {
  const { t } = useTranslation('apis');
  return (
    <search className="mb-4 grid gap-2 sm:grid-cols-[minmax(12rem,1fr)_10rem_10rem_11rem]">
      <SearchBox value={filters.search} onChange={(search) => onChange({ search })} />
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
    </search>
  );
}

/** Searches after a short pause in typing, so that each letter is not a request. */
function SearchBox({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const { t } = useTranslation('apis');
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" aria-hidden />
      <Input
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}
