import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/forms/form.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { hasOrder, noColumn, type TrainFormInput } from '../../../training/train-form.ts';

interface SplitFieldsProps {
  profile: TableProfile | null | undefined;
  targetColumn: string;
}

/** Selects the group and time columns that separate training rows from test rows. */
export function SplitFields({ profile, targetColumn }: SplitFieldsProps) {
  const { t } = useTranslation('models');
  const others = (profile?.columns ?? []).filter(({ name }) => name !== targetColumn);
  const none = { value: noColumn, label: t('train.noColumn') };
  const optionsOf = (columns: typeof others) => [
    none,
    ...columns.map(({ name }) => ({ value: name, label: name })),
  ];
  return (
    <>
      <Field<TrainFormInput, 'groupColumn'>
        name="groupColumn"
        label={t('train.group')}
        hint={t('train.groupHint')}
        optional
      >
        {(field) => <SearchableSelect {...field} disabled={!profile} options={optionsOf(others)} />}
      </Field>
      <Field<TrainFormInput, 'timeColumn'>
        name="timeColumn"
        label={t('train.time')}
        hint={t('train.timeHint')}
        optional
      >
        {(field) => (
          <SearchableSelect {...field} disabled={!profile} options={optionsOf(others.filter(hasOrder))} />
        )}
      </Field>
    </>
  );
}
