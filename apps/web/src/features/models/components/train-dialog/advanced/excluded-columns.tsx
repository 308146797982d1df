import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field } from '@/shared/ui/forms/form.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import type { TrainFormInput } from '../../../training/train-form.ts';

interface ExcludedFieldProps {
  profile: TableProfile | null | undefined;
  targetColumn: string;
}

/** Selects the columns to exclude from training. */
export function ExcludedColumnsField({ profile, targetColumn }: ExcludedFieldProps) {
  const { t } = useTranslation('models');
  const others = (profile?.columns ?? []).filter(({ name }) => name !== targetColumn);
  return (
    <Field<TrainFormInput, 'excludedColumns'>
      name="excludedColumns"
      label={t('train.excluded')}
      hint={t('train.excludedHint')}
      optional
    >
      {({ value, onChange, ...field }) => (
        <div className="grid grid-cols-1 gap-2">
          <SearchableSelect
            {...field}
            disabled={!profile}
            value={undefined}
            // Chosen columns stay in the list: removing one would remount the list and lose the focus.
            options={others.map(({ name }) => ({ value: name, label: name, disabled: value.includes(name) }))}
            onChange={(name) => onChange([...value, name])}
          />
          <ExcludedColumns
            names={value}
            selectId={field.id}
            onTakeBack={(name) => onChange(value.filter((other) => other !== name))}
          />
        </div>
      )}
    </Field>
  );
}

interface ExcludedColumnsProps {
  names: readonly string[];
  /** Receives the focus when the last column is removed. */
  selectId: string;
  onTakeBack: (name: string) => void;
}

function ExcludedColumns({ names, selectId, onTakeBack }: ExcludedColumnsProps) {
  const { t } = useTranslation('models');
  const restoreColumn = (name: string, button: HTMLElement) => {
    const chip = button.closest('li');
    const next = (chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button');
    (next ?? document.getElementById(selectId))?.focus();
    onTakeBack(name);
  };
  return (
    <ul aria-live="polite" aria-label={t('train.excluded')} className="flex flex-wrap gap-1.5 empty:hidden">
      {names.map((name) => (
        <li
          key={name}
          className="flex max-w-full items-center gap-0.5 rounded-md border bg-sunken pl-2 text-sm"
        >
          <code className="min-w-0 py-0.5 font-mono [overflow-wrap:anywhere]">{name}</code>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('train.excludedBack', { column: name })}
            className="w-7 px-0"
            onClick={({ currentTarget }) => restoreColumn(name, currentTarget)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
