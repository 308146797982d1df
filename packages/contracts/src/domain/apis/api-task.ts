import type { ColumnProfile } from '../datasets/profile.ts';
import { metricsOf } from '../models/metrics-of-task.ts';
import { maxClasses, type Task, type TrainingConfig } from '../models/training.ts';
import type { Api } from './api.ts';

type Asked = Pick<TrainingConfig, 'task' | 'positiveLabel' | 'metric'>;

/** By the type alone; null where the target says it, as one of words is always a class. */
function typedTask(apiType: Api['type'], column: ColumnProfile, rows: number): Task | null {
  const { type, distinct, missing } = column;
  if (type !== 'number' && type !== 'integer') return null;
  if (apiType === 'regression') return 'regression';
  const recurs = distinct <= maxClasses && distinct < rows - missing;
  if (apiType !== 'classification' || !recurs) return null;
  return distinct === 2 ? 'binary' : 'multiclass';
}

/** What an API of a type predicts of a target, where what is asked leaves the task open and fits it; else null. */
export function taskOfType(
  apiType: Api['type'],
  { task, positiveLabel, metric }: Asked,
  column: ColumnProfile,
  rows: number,
): Task | null {
  if (task !== 'auto' || positiveLabel !== undefined) return null;
  const typed = typedTask(apiType, column, rows);
  return typed && (metric === 'auto' || metricsOf[typed].includes(metric)) ? typed : null;
}
