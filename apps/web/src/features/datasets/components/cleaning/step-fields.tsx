import { pinnedTypes } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input, Textarea } from '@/shared/ui/forms/input.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { needsValue, operations, type StepFormInput, wholeTable } from '../../cleaning/recipe.ts';
import { LevelOrder } from '../columns/level-order.tsx';
import { IgnoredFields } from './ignored-fields.tsx';
import { ValueFields } from './value-fields.tsx';
import { ValueInput } from './value-input.tsx';

const strategies = ['median', 'mean', 'most_frequent', 'value'] as const;
const conditions = ['missing', 'equals', 'below', 'above'] as const;

interface StepFieldsProps {
  columns: readonly string[];
  /** The columns of the version to which the step is added. */
  profiles: readonly ColumnProfile[];
}

/** The fields of the chosen step. */
export function StepFields({ columns, profiles }: StepFieldsProps) {
  const { t } = useTranslation('datasets');
  const { control, resetField, setValue } = useFormContext<StepFormInput>();
  const [op, column, to, levels, strategy, condition] = useWatch({
    control,
    name: ['op', 'column', 'to', 'levels', 'strategy', 'condition'],
  });
  const profile = profiles.find(({ name }) => name === column);
  return (
    <>
      <Field<StepFormInput, 'op'> name="op" label={t('step.kind')}>
        {(field) => (
          <Select
            {...field}
            options={operations.map((value) => ({ value, label: t(`operation.${value}`) }))}
          />
        )}
      </Field>
      {!wholeTable.includes(op) && (
        <Field<StepFormInput, 'column'> name="column" label={t('step.column')}>
          {(field) => (
            <SearchableSelect
              {...field}
              onChange={(name) => {
                field.onChange(name);
                resetField('values');
                resetField('levels');
              }}
              options={columns.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      )}
      {op === 'cast' && (
        <Field<StepFormInput, 'to'> name="to" label={t('column.type')}>
          {(field) => (
            <Select
              {...field}
              options={pinnedTypes.map((value) => ({ value, label: t(`columnType.${value}`) }))}
            />
          )}
        </Field>
      )}
      {op === 'cast' && to === 'ordinal' && profile && (
        <LevelOrder
          column={profile}
          levels={levels.length > 0 ? levels : undefined}
          onChange={(order) => setValue('levels', order)}
        />
      )}
      {op === 'deduplicate' && <IgnoredFields profiles={profiles} />}
      {op === 'impute' && (
        <Field<StepFormInput, 'strategy'> name="strategy" label={t('step.with')}>
          {(field) => (
            <Select
              {...field}
              options={strategies.map((value) => ({ value, label: t(`strategy.${value}`) }))}
            />
          )}
        </Field>
      )}
      {op === 'filter_rows' && (
        <Field<StepFormInput, 'condition'> name="condition" label={t('step.where')}>
          {(field) => (
            <Select
              {...field}
              options={conditions.map((value) => ({ value, label: t(`condition.${value}`) }))}
            />
          )}
        </Field>
      )}
      {needsValue({ op, strategy, condition }) && (
        <Field<StepFormInput, 'value'> name="value" label={t('stat.value')}>
          {(field) => <ValueInput {...field} column={profile} />}
        </Field>
      )}
      {op === 'replace' && <ValueFields column={profile} />}
      {op === 'clip' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field<StepFormInput, 'low'> name="low" label={t('step.low')}>
            {(field) => <NumberTextInput {...field} />}
          </Field>
          <Field<StepFormInput, 'high'> name="high" label={t('step.high')}>
            {(field) => <NumberTextInput {...field} />}
          </Field>
        </div>
      )}
      {op === 'missing_markers' && (
        <Field<StepFormInput> name="markers" label={t('step.markers')} hint={t('step.markersHint')}>
          {(field) => <Textarea {...field} rows={3} className="font-mono" />}
        </Field>
      )}
      {op === 'parse_dates' && (
        <Field<StepFormInput> name="formats" label={t('step.formats')} hint={t('step.formatsHint')}>
          {(field) => <Input {...field} className="font-mono" />}
        </Field>
      )}
    </>
  );
}
