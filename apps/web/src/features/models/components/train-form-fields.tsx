import type { Dataset } from '@rowcast/contracts/domain/dataset';
import { modelTypes } from '@rowcast/contracts/domain/model';
import { mostBudgets } from '@rowcast/contracts/domain/training';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TargetLint, useDataset, useLint } from '@/features/datasets/index.ts';
import { describeError } from '@/shared/i18n/error-message.ts';
import { formatInteger } from '@/shared/lib/format.ts';
import { useZodForm } from '@/shared/lib/zod-form.ts';
import { Field, Form } from '@/shared/ui/form.tsx';
import { Input } from '@/shared/ui/input.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { SwitchField } from '@/shared/ui/switch-field.tsx';
import { limitsText } from '../setting-text.ts';
import { targetFacts } from '../target-facts.ts';
import {
  type Before,
  formFor,
  isUploaded,
  type Kept,
  keptOf,
  metricsFor,
  noColumn,
  servedChoices,
  type TrainFormInput,
  type TrainFormValues,
  usesEpochs,
  usesLearningRate,
} from '../train-form.ts';
import { CustomFields } from './custom-fields.tsx';
import { EstimateLine } from './estimate-line.tsx';
import { KeptLine } from './kept-line.tsx';
import { SplitFields } from './split-fields.tsx';
import { TargetNotes } from './target-notes.tsx';

interface TrainFormProps {
  id: string;
  datasets: readonly Dataset[];
  /**
   * What the fields begin with; a dataset that is not among those there are gives way to the first of them, but not where
   * a training is to be done again.
   */
  start: TrainFormInput;
  before: Before | undefined;
  apiId: string;
  onSubmit: (values: TrainFormValues, file: File | null, kept: Kept | undefined) => Promise<void>;
}

const uploadOf = ({ id, originalId }: Dataset) => originalId ?? id;
const nameOf = (column: string) => (column === noColumn ? null : column);

export function TrainForm({ id, datasets, start, before, apiId, onSubmit }: TrainFormProps) {
  const { t } = useTranslation(['models', 'datasets']);
  const [file, setFile] = useState<File | null>(null);
  const [fileProblem, setFileProblem] = useState<string>();
  const named = datasets.find((one) => one.id === start.datasetId);
  const first = named ?? (before ? undefined : datasets[0]);
  const schema = formFor(before);
  const form = useZodForm(schema, { ...start, datasetId: first?.id ?? '' });
  const [chosenId, targetColumn, modelType = 'auto', custom, estimator, reproducible] = useWatch({
    control: form.control,
    name: ['datasetId', 'targetColumn', 'modelType', 'custom', 'estimator', 'reproducible'],
  });
  const [groupColumn, timeColumn] = useWatch({ control: form.control, name: ['groupColumn', 'timeColumn'] });
  const choice = { modelType, custom, estimator };
  const dataset = useDataset(chosenId).data;
  const profile = dataset?.profile;
  const [awaited, setAwaited] = useState<string>();
  const isMade = datasets.some((one) => one.id === awaited);
  const failed = useDataset(awaited).data?.status === 'error';
  const isAwaited = awaited !== undefined && !isMade && !failed;
  const target = profile?.columns.find(({ name }) => name === targetColumn);
  const linted = useLint(target ? chosenId : undefined, targetColumn).data?.report;
  const chosen = datasets.find((one) => one.id === chosenId);
  const sameTable = named !== undefined && chosen !== undefined && uploadOf(named) === uploadOf(chosen);
  const kept = before && keptOf(before, { targetColumn, columns: profile?.columns, sameTable });
  const keptTask = kept && kept.task !== 'auto' ? kept.task : null;
  const task = keptTask ?? (linted?.target === targetColumn ? linted.task : null);
  const facts = target && profile ? targetFacts(target, profile.rows, task) : undefined;

  const metrics = metricsFor(facts?.task);

  // The dialog opens before its tables are known, when only its buttons can take the focus.
  useEffect(() => {
    if (document.activeElement?.closest('[role="dialog"]')) form.setFocus('datasetId');
  }, [form]);

  useEffect(() => {
    const chosen = form.getValues('metric');
    if (chosen !== 'auto' && !metrics.includes(chosen)) form.setValue('metric', 'auto');
  }, [metrics, form]);

  useEffect(() => {
    if (awaited && isMade) form.setValue('datasetId', awaited);
  }, [awaited, isMade, form]);

  // A column of another table is no target of this one.
  useEffect(() => {
    if (!profile) return;
    const current = form.getValues('targetColumn');
    const known = profile.columns.some(({ name }) => name === current);
    if (!known) form.setValue('targetColumn', profile.suggestedTarget ?? '');
    for (const field of ['groupColumn', 'timeColumn'] as const) {
      const named = form.getValues(field);
      const usable = profile.columns.some(({ name }) => name === named && name !== targetColumn);
      if (!usable) form.setValue(field, noColumn);
    }
  }, [profile, targetColumn, form]);

  const send = async (values: TrainFormValues) => {
    try {
      await onSubmit(values, isUploaded(values) ? file : null, kept);
    } catch (error) {
      if (isUploaded(values)) setFileProblem(describeError(error).message);
      throw error;
    }
  };
  const submit = async (values: TrainFormValues) => {
    if (isUploaded(values) && !file) return setFileProblem(t('models:custom.fileMissing'));
    if (!facts?.problem) return send(values);
    form.setError('targetColumn', { message: t(`models:target.${facts.problem}`) }, { shouldFocus: true });
  };

  return (
    <Form id={id} form={form} onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field<TrainFormInput, 'datasetId'>
          name="datasetId"
          label={t('models:train.dataset')}
          hint={!chosenId && before && t('models:train.tableGone', { version: before.version })}
        >
          {(field) => (
            <Select
              {...field}
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
            <Select
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
      {target && facts && profile && <TargetNotes column={target} facts={facts} rows={profile.rows} />}
      {dataset && target && facts && !facts.problem && !isAwaited && (
        <TargetLint
          dataset={dataset}
          target={targetColumn}
          task={keptTask}
          split={{ group: nameOf(groupColumn), time: nameOf(timeColumn) }}
          excluded={kept?.excludedColumns ?? []}
          onSplit={(by, column) => form.setValue(`${by}Column`, column, { shouldDirty: true })}
          onVersion={({ id }) => setAwaited(id)}
        />
      )}
      {isAwaited && (
        <p aria-live="polite" className="flex items-start gap-2 text-soft text-sm">
          <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin" aria-hidden />
          {t('models:train.versionAwaited')}
        </p>
      )}
      {facts && !facts.problem && <EstimateLine apiId={apiId} schema={schema} kept={kept} />}
      {before && kept && <KeptLine version={before.version} kept={kept} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field<TrainFormInput, 'modelType'> name="modelType" label={t('models:train.modelType')}>
          {(field) => (
            <Select
              {...field}
              options={modelTypes.map((type) => ({
                value: type,
                label: t(`models:modelType.${type}`),
                hint: t(`models:modelTypeHint.${type}`),
              }))}
            />
          )}
        </Field>
        <Field<TrainFormInput, 'metric'> name="metric" label={t('models:train.metric')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: 'auto' as const, label: t('models:metric.auto') },
                ...metrics.map((metric) => ({ value: metric, label: t(`models:metric.${metric}`) })),
              ]}
            />
          )}
        </Field>
        <Field<TrainFormInput, 'testSize'>
          name="testSize"
          label={t('models:train.testSize')}
          hint={t('models:train.testSizeHint')}
        >
          {(field) => <Input {...field} inputMode="decimal" className="text-right" />}
        </Field>
        {!isUploaded(choice) && (
          <Field<TrainFormInput, 'timeBudget'>
            name="timeBudget"
            label={t('models:train.timeBudget')}
            hint={t(reproducible ? 'models:train.timeBudgetCounted' : 'models:train.timeBudgetHint')}
          >
            {(field) => <Input {...field} inputMode="numeric" className="text-right" />}
          </Field>
        )}
        {!isUploaded(choice) && <SplitFields profile={profile} targetColumn={targetColumn} />}
        {modelType !== 'custom' && (
          <Field<TrainFormInput, 'served'>
            name="served"
            label={t('models:train.served')}
            hint={t('models:train.servedHint')}
          >
            {(field) => (
              <Select
                {...field}
                options={[
                  ...servedChoices.map((value) => ({ value, label: t(`models:served.${value}`) })),
                  ...(start.served === 'kept'
                    ? [{ value: 'kept' as const, label: limitsText(t, before?.settings) }]
                    : []),
                ]}
              />
            )}
          </Field>
        )}
        {!isUploaded(choice) && (
          <SwitchField<TrainFormInput>
            name="reproducible"
            label={t('models:train.reproducible')}
            hint={t('models:train.reproducibleHint', { times: mostBudgets })}
          />
        )}
        {usesEpochs(choice) && (
          <Field<TrainFormInput, 'epochs'>
            name="epochs"
            label={t('models:train.epochs')}
            hint={t('models:train.stepsHint')}
            optional
          >
            {(field) => (
              <Input {...field} value={field.value ?? ''} inputMode="numeric" className="text-right" />
            )}
          </Field>
        )}
        {usesLearningRate(choice) && (
          <Field<TrainFormInput, 'learningRate'>
            name="learningRate"
            label={t('models:train.learningRate')}
            hint={t('models:train.stepsHint')}
            optional
          >
            {(field) => (
              <Input {...field} value={field.value ?? ''} inputMode="decimal" className="text-right" />
            )}
          </Field>
        )}
      </div>
      {modelType === 'custom' && (
        <CustomFields
          file={file}
          fileProblem={fileProblem}
          onFile={(chosen) => {
            setFile(chosen);
            setFileProblem(undefined);
          }}
        />
      )}
    </Form>
  );
}
