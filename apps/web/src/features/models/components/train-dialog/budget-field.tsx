import { trainingBudgets } from '@rowcast/contracts/domain/models/training-budget';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatDuration } from '@/shared/lib/format/format.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { type BudgetChoice, budgetChoices, timeUnits } from '../../training/time-budget.ts';
import type { TrainFormInput } from '../../training/train-form.ts';

/** Chooses a named time budget, or a custom number of seconds, minutes or hours. */
export function BudgetField() {
  const { t } = useTranslation('models');
  const { register, control } = useFormContext<TrainFormInput>();
  const [budget, reproducible] = useWatch({ control, name: ['budget', 'reproducible'] });
  const hintId = useId();
  const timeOf = (choice: BudgetChoice) =>
    choice === 'custom' ? t('budget.customHint') : formatDuration(trainingBudgets[choice]);
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('train.timeBudget')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {budgetChoices.map((choice) => (
          <label
            key={choice}
            className={cn(
              'grid cursor-pointer rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              choice === budget ? 'border-accent bg-accent-soft' : 'hover:border-soft',
            )}
          >
            <input type="radio" value={choice} className="sr-only" {...register('budget')} />
            <span className="font-medium">{t(`budget.${choice}`)}</span>
            <span className="text-soft text-sm tabular-nums">{timeOf(choice)}</span>
          </label>
        ))}
      </div>
      {budget === 'custom' && (
        <div className="grid grid-cols-2 gap-2">
          <Field<TrainFormInput, 'timeBudget'> name="timeBudget" label={t('budget.longest')}>
            {(field) => <NumberTextInput {...field} />}
          </Field>
          <Field<TrainFormInput, 'timeUnit'> name="timeUnit" label={t('budget.unit')}>
            {(field) => (
              <Select
                {...field}
                options={timeUnits.map((unit) => ({ value: unit, label: t(`budget.${unit}`) }))}
              />
            )}
          </Field>
        </div>
      )}
      <p id={hintId} className="text-faint text-sm">
        {t(reproducible ? 'train.timeBudgetCounted' : 'train.timeBudgetHint')}
      </p>
    </fieldset>
  );
}
