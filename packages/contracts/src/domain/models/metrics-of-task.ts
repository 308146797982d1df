import type { MetricName, Task } from './training.ts';

/** What a task can be scored by, first what it is unless another is chosen. */
export const metricsOf: Record<Task, readonly MetricName[]> = {
  binary: ['roc_auc', 'accuracy', 'f1', 'log_loss'],
  multiclass: ['log_loss', 'accuracy', 'f1', 'roc_auc'],
  regression: ['rmse', 'mae', 'r2'],
};
