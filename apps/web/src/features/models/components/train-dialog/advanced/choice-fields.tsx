import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { modelTypes } from '@rowcast/contracts/domain/models/model';
import { maxBudgets } from '@rowcast/contracts/domain/models/training';
import { useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { limitsText } from '../../../report/setting-text.ts';
import { type TargetFacts, twoClasses } from '../../../training/target-facts.ts';
import {
  type Before,
  isUploaded,
  metricsFor,
  servedChoices,
  type TrainFormInput,
  usesBoostingRounds,
  usesEpochs,
} from '../../../training/train-form.ts';
import { ExcludedColumnsField } from './excluded-columns.tsx';
import { PositiveClassField } from './positive-class.tsx';
import { SplitFields } from './split-fields.tsx';

interface ChoiceFieldsProps {
  profile: TableProfile | null | undefined;
  /** Facts about the target; undefined while loading. */
  facts: TargetFacts | undefined;
  /** The default positive class. */
  positive: string | null;
  /** The earlier training, if its serving limits match none of the choices. */
  limited: Before | undefined;
}

/** The task, model type, metric and split of the training. */
export function ChoiceFields({ profile, facts, positive, limited }: ChoiceFieldsProps) {
  const { t } = useTranslation('models');
  const { control, getValues, setValue } = useFormContext<TrainFormInput>();
  const [targetColumn, modelType, custom, estimator] = useWatch({
    control,
    name: ['targetColumn', 'modelType', 'custom', 'estimator'],
  });
  const choice = { modelType, custom, estimator };
  const metrics = metricsFor(facts?.task);
  const column = profile?.columns.find(({ name }) => name === targetColumn);
  const classes = useMemo(() => {
    if (!facts || !column) return undefined;
    return facts.task === 'binary' && !isUploaded({ modelType, custom }) ? twoClasses(column) : null;
  }, [facts, column, modelType, custom]);

  useEffect(() => {
    const chosen = getValues('metric');
    if (chosen !== 'auto' && !metrics.includes(chosen)) setValue('metric', 'auto');
  }, [metrics, getValues, setValue]);

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field<TrainFormInput, 'modelType'> name="modelType" label={t('train.modelType')}>
        {(field) => (
          <Select
            {...field}
            options={modelTypes.map((type) => ({
              value: type,
              label: t(`modelType.${type}`),
              hint: t(`modelTypeHint.${type}`),
            }))}
          />
        )}
      </Field>
      {facts && facts.tasks.length > 1 && (
        <Field<TrainFormInput, 'task'> name="task" label={t('data.task')} hint={t('train.taskHint')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: 'auto' as const, label: t('metric.auto') },
                ...facts.tasks.map((task) => ({ value: task, label: t(`task.${task}`) })),
              ]}
            />
          )}
        </Field>
      )}
      <PositiveClassField classes={classes} usual={positive} />
      <Field<TrainFormInput, 'metric'> name="metric" label={t('train.metric')}>
        {(field) => (
          <Select
            {...field}
            options={[
              { value: 'auto' as const, label: t('metric.auto') },
              ...metrics.map((metric) => ({ value: metric, label: t(`metric.${metric}`) })),
            ]}
          />
        )}
      </Field>
      <Field<TrainFormInput, 'testSize'>
        name="testSize"
        label={t('train.testSize')}
        hint={t('train.testSizeHint')}
      >
        {(field) => <NumberTextInput {...field} />}
      </Field>
      <SplitFields profile={profile} targetColumn={targetColumn} />
      {!isUploaded(choice) && <ExcludedColumnsField profile={profile} targetColumn={targetColumn} />}
      {modelType !== 'custom' && (
        <Field<TrainFormInput, 'served'> name="served" label={t('train.served')} hint={t('train.servedHint')}>
          {(field) => (
            <Select
              {...field}
              options={[
                ...servedChoices.map((value) => ({ value, label: t(`served.${value}`) })),
                ...(limited ? [{ value: 'kept' as const, label: limitsText(t, limited.settings) }] : []),
              ]}
            />
          )}
        </Field>
      )}
      {!isUploaded(choice) && (
        <SwitchField<TrainFormInput>
          name="reproducible"
          label={t('train.reproducible')}
          hint={t('train.reproducibleHint', { times: maxBudgets })}
        />
      )}
      {modelType !== 'custom' && (
        <SwitchField<TrainFormInput>
          name="endEarly"
          label={t('train.endEarly')}
          hint={t('train.endEarlyHint')}
        />
      )}
      {usesEpochs(choice) && (
        <Field<TrainFormInput, 'epochs'>
          name="epochs"
          label={t('train.epochs')}
          hint={t(usesBoostingRounds(choice) ? 'train.roundsHint' : 'train.stepsHint')}
          optional
        >
          {(field) => (
            <Input {...field} value={field.value ?? ''} inputMode="numeric" className="text-right" />
          )}
        </Field>
      )}
      {usesEpochs(choice) && (
        <Field<TrainFormInput, 'learningRate'>
          name="learningRate"
          label={t('train.learningRate')}
          hint={t('train.stepsHint')}
          optional
        >
          {(field) => <NumberTextInput {...field} />}
        </Field>
      )}
    </div>
  );
}
