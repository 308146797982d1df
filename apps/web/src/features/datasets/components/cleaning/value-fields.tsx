import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { errorIdOf } from '@/shared/ui/forms/field.tsx';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Textarea } from '@/shared/ui/forms/input.tsx';
import type { StepFormInput } from '../../cleaning/recipe.ts';
import { maxValueLength } from '../../columns/chosen-types.ts';
import { ValueInput } from './value-input.tsx';

/** Maps values of the column to a replacement. */
export function ValueFields({ column }: { column: ColumnProfile | undefined }) {
  const { t } = useTranslation('datasets');
  const othersId = useId();
  const { register, control } = useFormContext<StepFormInput>();
  // Errors about both fields appear beside the second.
  const { errors } = useFormState({ control, name: 'others' });
  const values = column?.topValues.filter(({ value }) => value.length < maxValueLength) ?? [];
  return (
    <>
      {values.length > 0 && (
        <fieldset aria-describedby={errors.others && errorIdOf(othersId)} className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{t('step.values')}</legend>
          {values.map(({ value, count }) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="checkbox"
                value={value}
                {...register('values', { deps: 'others' })}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {classText(value)}
              </span>
              <span className="text-soft tabular-nums">{formatInteger(count)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field<StepFormInput, 'others'>
        id={othersId}
        name="others"
        label={t(values.length > 0 ? 'step.others' : 'step.values')}
        hint={t('step.othersHint')}
      >
        {(field) => <Textarea {...field} rows={2} />}
      </Field>
      <Field<StepFormInput, 'value'> name="value" label={t('step.by')} hint={t('step.byHint')}>
        {(field) => <ValueInput {...field} column={column} />}
      </Field>
    </>
  );
}
