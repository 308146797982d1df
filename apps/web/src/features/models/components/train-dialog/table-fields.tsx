import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import type { Before, TrainFormInput } from '../../training/train-form.ts';

interface TableFieldsProps {
  datasets: readonly Dataset[];
  onSearch: ((typed: string) => void) | undefined;
  /** The profile of the chosen dataset, once loaded. */
  profile: TableProfile | null | undefined;
  before: Before | undefined;
}

/** Selects the dataset and the target column. */
export function TableFields({ datasets, onSearch, profile, before }: TableFieldsProps) {
  const { t } = useTranslation(['models', 'datasets']);
  const chosenId = useWatch<TrainFormInput, 'datasetId'>({ name: 'datasetId' });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field<TrainFormInput, 'datasetId'>
        name="datasetId"
        label={t('models:train.dataset')}
        hint={!chosenId && before && t('models:train.tableGone', { version: before.version })}
      >
        {(field) => (
          <SearchableSelect
            {...field}
            onSearch={onSearch}
            options={datasets.map((one) => ({
              value: one.id,
              label: one.version > 1 ? `${one.name} · v${one.version}` : one.name,
              hint: t('models:train.datasetSize', {
                rows: formatInteger(one.rows),
                columns: formatInteger(one.columns),
              }),
            }))}
          />
        )}
      </Field>
      <Field<TrainFormInput, 'targetColumn'> name="targetColumn" label={t('models:train.target')}>
        {(field) => (
          <SearchableSelect
            {...field}
            disabled={!profile}
            placeholder={t('models:train.targetPlaceholder')}
            options={(profile?.columns ?? []).map(({ name, type, distinct }) => ({
              value: name,
              label: name,
              hint: t('models:train.columnHint', {
                type: t(`datasets:columnType.${type}`),
                distinct: formatInteger(distinct),
              }),
            }))}
          />
        )}
      </Field>
    </div>
  );
}
