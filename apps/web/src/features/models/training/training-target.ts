import type { Api } from '@rowcast/contracts/domain/apis/api';
import { taskOfType } from '@rowcast/contracts/domain/apis/api-task';
import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useOutletContext } from 'react-router-dom';
import { useDataset, useLint } from '@/features/datasets/index.ts';
import { targetFacts } from './target-facts.ts';
import {
  automaticClass,
  excludable,
  isUploaded,
  noColumn,
  type TrainFormInput,
  type TrainFormValues,
} from './train-form.ts';

const uploadOf = ({ id, originalId }: Dataset) => originalId ?? id;

/** The type of the API that the page belongs to. */
export const useApiType = () => useOutletContext<Api | undefined>()?.type ?? 'prediction';

/** Whether the API that the page belongs to has no model yet. */
export const useIsFirstTraining = () => (useOutletContext<Api | undefined>()?.model ?? null) === null;

/** Facts about the chosen dataset and target. Resets columns that do not fit. */
export function useTrainingTarget(
  form: UseFormReturn<TrainFormInput, unknown, TrainFormValues>,
  datasets: readonly Dataset[],
) {
  const apiType = useApiType();
  const [chosenId, targetColumn, chosenTask, positiveLabel, targetLabel, metric, modelType, custom] =
    useWatch({
      control: form.control,
      name: [
        'datasetId',
        'targetColumn',
        'task',
        'positiveLabel',
        'targetLabel',
        'metric',
        'modelType',
        'custom',
      ],
    });
  const dataset = useDataset(chosenId).data;
  const profile = dataset?.profile;
  const column = profile?.columns.find(({ name }) => name === targetColumn);
  const linted = useLint(column ? chosenId : undefined, targetColumn).data?.report;
  const chosen = datasets.find((one) => one.id === chosenId);
  const positive = positiveLabel === automaticClass ? undefined : positiveLabel;
  const choice = { task: chosenTask, metric, positiveLabel: positive };
  // An uploaded graph defines its own output.
  const isOpen = column && profile && !isUploaded({ modelType, custom });
  const typed = isOpen ? taskOfType(apiType, choice, column, profile.rows) : null;
  const ofLabel = targetLabel === automaticClass ? null : ('binary' as const);
  const requestedTask = ofLabel ?? (chosenTask === 'auto' ? typed : chosenTask);
  const found = linted?.target === targetColumn ? linted : null;
  const task = requestedTask ?? found?.task ?? null;
  const facts = column && profile ? targetFacts(column, profile.rows, task) : undefined;

  // The task, label and positive class belong to the target. For another target they are detected again.
  const target = chosen && targetColumn ? `${uploadOf(chosen)} ${targetColumn}` : null;
  const taskOf = useRef(target);
  useEffect(() => {
    if (!target) return;
    if (taskOf.current && taskOf.current !== target) {
      form.setValue('task', 'auto');
      form.setValue('positiveLabel', automaticClass);
      form.setValue('targetLabel', automaticClass);
    }
    taskOf.current = target;
  }, [target, form]);

  // A target column of another dataset does not apply.
  useEffect(() => {
    if (!profile) return;
    const current = form.getValues('targetColumn');
    const known = profile.columns.some(({ name }) => name === current);
    if (!known) form.setValue('targetColumn', profile.suggestedTarget ?? '');
    for (const field of ['groupColumn', 'timeColumn'] as const) {
      const parting = form.getValues(field);
      const usable = profile.columns.some(({ name }) => name === parting && name !== targetColumn);
      if (!usable) form.setValue(field, noColumn);
    }
    const excluded = form.getValues('excludedColumns');
    const fitting = excludable(excluded, { targetColumn, columns: profile.columns });
    if (fitting.length < excluded.length) form.setValue('excludedColumns', fitting);
  }, [profile, targetColumn, form]);

  return {
    dataset,
    profile,
    column,
    facts,
    requestedTask,
    positive: found?.positive ?? null,
    labels: found?.labels ?? [],
  };
}

/** Selects a requested version once it is ready; waits unless it failed. */
export function useRequestedVersion(
  form: UseFormReturn<TrainFormInput, unknown, TrainFormValues>,
  datasets: readonly Dataset[],
) {
  const [awaited, setAwaited] = useState<string>();
  const isMade = datasets.some((one) => one.id === awaited);
  const made = useDataset(awaited).data;
  const failed = made?.status === 'error' ? made : undefined;
  useEffect(() => {
    if (awaited && isMade) form.setValue('datasetId', awaited);
  }, [awaited, isMade, form]);
  return { isAwaited: awaited !== undefined && !isMade && !failed, failed, setAwaited };
}
