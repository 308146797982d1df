import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format.ts';
import { Field } from '@/shared/ui/form.tsx';
import { Input, Textarea } from '@/shared/ui/input.tsx';
import type { StepFormInput } from '../recipe.ts';

/** Longer ones are cut in the profile, so no cell is equal to them. */
const longestValue = 200;

/** Which values of the column are written as which other one. */
export function ValueFields({ column }: { column: ColumnProfile | undefined }) {
  const { t } = useTranslation('datasets');
  const { register } = useFormContext<StepFormInput>();
  const values = column?.topValues.filter(({ value }) => value.length < longestValue) ?? [];
  return (
    <>
      {values.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{t('step.values')}</legend>
          {values.map(({ value, count }) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="checkbox"
                value={value}
                {...register('values')}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</span>
              <span className="text-soft tabular-nums">{formatInteger(count)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field<StepFormInput, 'others'>
        name="others"
        label={t(values.length > 0 ? 'step.others' : 'step.values')}
        hint={t('step.othersHint')}
      >
        {(field) => <Textarea {...field} rows={2} />}
      </Field>
      <Field<StepFormInput, 'value'> name="value" label={t('step.by')} hint={t('step.byHint')}>
        {(field) => <Input {...field} />}
      </Field>
    </>
  );
}
