import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { DaysInput } from '@/shared/ui/forms/days-input.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import { useActionWords } from '../action-words.ts';
import { type AuditFilters, useAuditChoices } from '../api.ts';

interface AuditFilterBarProps {
  workspace: string;
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** A select can't have an empty value. */
const all = 'all';

export function AuditFilterBar({ workspace, filters, onChange }: AuditFilterBarProps) {
  const { t } = useTranslation('audit');
  const choices = useAuditChoices(workspace).data;
  const users = choices?.users.map(({ id, name }) => ({ value: id, label: name ?? `${t('gone')} ${id}` }));
  const labelOf = useActionWords();
  const actions = choices?.actions
    .map((action) => ({ value: action, label: labelOf(action) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18next.resolvedLanguage));
  const chosen = (value: string) => (value === all ? '' : value);
  return (
    <search className="grid items-center gap-2 sm:grid-cols-2 xl:grid-cols-[11rem_13rem_minmax(12rem,1fr)_auto_auto]">
      <SearchableSelect
        aria-label={t('filter.user')}
        value={filters.user || all}
        onChange={(user) => onChange({ user: chosen(user) })}
        options={[{ value: all, label: t('filter.everyone') }, ...(users ?? [])]}
      />
      <SearchableSelect
        aria-label={t('filter.action')}
        value={filters.action || all}
        onChange={(action) => onChange({ action: chosen(action) })}
        options={[{ value: all, label: t('filter.everything') }, ...(actions ?? [])]}
      />
      <SearchBox
        label={t('filter.target')}
        value={filters.target}
        onChange={(target) => onChange({ target })}
        className="sm:col-span-2 xl:col-span-1"
      />
      <DaysInput from={filters.from} to={filters.to} onChange={onChange} />
    </search>
  );
}
