import { ambiguousColumns } from '@rowcast/contracts/domain/datasets/ambiguous-columns';
import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DatasetProblem, ReadingChoices, TargetLint, useMissingReadings } from '@/features/datasets/index.ts';
import { describeError } from '@/shared/i18n/error-message.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Form } from '@/shared/ui/forms/form.tsx';
import {
  type Before,
  formFor,
  isUploaded,
  noColumn,
  type TrainFormInput,
  type TrainFormValues,
} from '../../training/train-form.ts';
import { useRequestedVersion, useTrainingTarget } from '../../training/training-target.ts';
import { AdvancedSettings } from './advanced/advanced-settings.tsx';
import { ChoiceFields } from './advanced/choice-fields.tsx';
import { CustomFields } from './advanced/custom-fields.tsx';
import { BudgetField } from './budget-field.tsx';
import { EstimateLine } from './estimate-line.tsx';
import { TableFields } from './table-fields.tsx';
import { TargetLabelField } from './target-label.tsx';
import { TargetNotes } from './target-notes.tsx';
import { TrainingSummary } from './training-summary.tsx';
import { UnchangedSettings } from './unchanged-settings.tsx';

interface TrainFormProps {
  id: string;
  datasets: readonly Dataset[];
  /** Searches by name, if the list is incomplete. */
  onSearch: ((typed: string) => void) | undefined;
  /** Initial values. A missing dataset is replaced by the first one, except when retraining. */
  start: TrainFormInput;
  before: Before | undefined;
  apiId: string | undefined;
  onSubmit: (values: TrainFormValues, file: File | null) => Promise<void>;
}

const nameOf = (column: string) => (column === noColumn ? null : column);

export function TrainForm({ id, datasets, onSearch, start, before, apiId, onSubmit }: TrainFormProps) {
  const { t } = useTranslation('models');
  const [file, setFile] = useState<File | null>(null);
  const [fileProblem, setFileProblem] = useState<string>();
  const named = datasets.find((one) => one.id === start.datasetId);
  const first = named ?? (before ? undefined : datasets[0]);
  const schema = formFor(before);
  // If the earlier table is missing, its task does not apply to another table.
  const task = before && !named ? 'auto' : start.task;
  const form = useZodForm(schema, { ...start, task, datasetId: first?.id ?? '' });
  const [targetColumn, groupColumn, timeColumn, excludedColumns, modelType, custom] = useWatch({
    control: form.control,
    name: ['targetColumn', 'groupColumn', 'timeColumn', 'excludedColumns', 'modelType', 'custom'],
  });
  const uploaded = isUploaded({ modelType, custom });
  const { dataset, profile, column, facts, requestedTask, positive, labels } = useTrainingTarget(
    form,
    datasets,
  );
  const { isAwaited, failed, setAwaited } = useRequestedVersion(form, datasets);

  // A model that is trained again reads its columns as before, and an uploaded one learns nothing.
  const ambiguous = profile && !before && !uploaded ? ambiguousColumns(profile, excludedColumns) : [];
  const readings = useMissingReadings(ambiguous);

  // The dialog opens before its datasets have loaded, when only its buttons can take the focus.
  useEffect(() => {
    if (document.activeElement?.closest('[role="dialog"]')) form.setFocus('datasetId');
  }, [form]);

  const send = async (values: TrainFormValues) => {
    try {
      await onSubmit(values, isUploaded(values) ? file : null);
    } catch (error) {
      if (isUploaded(values)) setFileProblem(describeError(error).message);
      throw error;
    }
  };
  const submit = async (values: TrainFormValues) => {
    if (isUploaded(values) && !file) return setFileProblem(t('custom.fileMissing'));
    if (facts?.problem)
      return form.setError('targetColumn', { message: t(`target.${facts.problem}`) }, { shouldFocus: true });
    if (!readings.refuse()) return send(values);
  };

  const excludeColumn = (name: string) => {
    form.setValue('excludedColumns', [...excludedColumns, name], { shouldDirty: true });
    // The pressed button disappears with its finding.
    form.setFocus('excludedColumns');
  };

  return (
    <Form id={id} form={form} onSubmit={submit}>
      <TableFields datasets={datasets} onSearch={onSearch} profile={profile} before={before} />
      {column && facts && profile && <TargetNotes column={column} facts={facts} rows={profile.rows} />}
      {dataset && ambiguous.length > 0 && !isAwaited && (
        <ReadingChoices
          key={dataset.id}
          {...readings.choices}
          dataset={dataset}
          target={targetColumn}
          onExclude={excludeColumn}
          onVersion={({ id }) => setAwaited(id)}
        />
      )}
      {dataset && column && facts && !facts.problem && !isAwaited && (
        <TargetLint
          dataset={dataset}
          target={targetColumn}
          task={requestedTask}
          hidden={ambiguous}
          split={{ group: nameOf(groupColumn), time: nameOf(timeColumn) }}
          excluded={uploaded ? [] : excludedColumns}
          onExclude={uploaded ? undefined : excludeColumn}
          onSplit={(by, column) => form.setValue(`${by}Column`, column, { shouldDirty: true })}
          onVersion={({ id }) => setAwaited(id)}
        />
      )}
      {isAwaited && (
        <p aria-live="polite" className="flex items-start gap-2 text-soft text-sm">
          <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin" aria-hidden />
          {t('train.versionAwaited')}
        </p>
      )}
      {failed && (
        <div role="alert">
          <DatasetProblem dataset={failed} />
        </div>
      )}
      <TargetLabelField labels={labels} />
      {!uploaded && <BudgetField />}
      <div className="grid gap-2">
        <TrainingSummary />
        {facts && !facts.problem && <EstimateLine apiId={apiId} schema={schema} before={before} />}
      </div>
      {before && <UnchangedSettings version={before.version} settings={before.settings} />}
      <AdvancedSettings>
        <ChoiceFields
          profile={profile}
          facts={facts}
          positive={positive}
          limited={start.served === 'kept' ? before : undefined}
        />
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
      </AdvancedSettings>
    </Form>
  );
}
