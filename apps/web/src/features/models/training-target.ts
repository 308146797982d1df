import type { Dataset } from '@rowcast/contracts/domain/dataset';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useDataset, useLint } from '@/features/datasets/index.ts';
import { targetFacts } from './target-facts.ts';
import { type Before, keptOf, noColumn, type TrainFormInput, type TrainFormValues } from './train-form.ts';

interface Choosable {
  datasets: readonly Dataset[];
  /** The table that the form began with, where it is among them. */
  named: Dataset | undefined;
  before: Before | undefined;
}

const uploadOf = ({ id, originalId }: Dataset) => originalId ?? id;

/** What is known of the table and the target that are chosen now, and what of a training before still fits them. */
export function useTrainingTarget(
  form: UseFormReturn<TrainFormInput, unknown, TrainFormValues>,
  { datasets, named, before }: Choosable,
) {
  const [chosenId, targetColumn] = useWatch({ control: form.control, name: ['datasetId', 'targetColumn'] });
  const dataset = useDataset(chosenId).data;
  const profile = dataset?.profile;
  const column = profile?.columns.find(({ name }) => name === targetColumn);
  const linted = useLint(column ? chosenId : undefined, targetColumn).data?.report;
  const chosen = datasets.find((one) => one.id === chosenId);
  const sameTable = named !== undefined && chosen !== undefined && uploadOf(named) === uploadOf(chosen);
  const kept = before && keptOf(before, { targetColumn, columns: profile?.columns, sameTable });
  const keptTask = kept && kept.task !== 'auto' ? kept.task : null;
  const task = keptTask ?? (linted?.target === targetColumn ? linted.task : null);
  const facts = column && profile ? targetFacts(column, profile.rows, task) : undefined;

  // A column of another table is no target of this one.
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
  }, [profile, targetColumn, form]);

  return { dataset, profile, column, facts, kept, keptTask };
}

/** A version that was asked for is chosen once it is there; until then, or until it failed, it is waited for. */
export function useAwaitedVersion(
  form: UseFormReturn<TrainFormInput, unknown, TrainFormValues>,
  datasets: readonly Dataset[],
) {
  const [awaited, setAwaited] = useState<string>();
  const isMade = datasets.some((one) => one.id === awaited);
  const failed = useDataset(awaited).data?.status === 'error';
  useEffect(() => {
    if (awaited && isMade) form.setValue('datasetId', awaited);
  }, [awaited, isMade, form]);
  return { isAwaited: awaited !== undefined && !isMade && !failed, setAwaited };
}
