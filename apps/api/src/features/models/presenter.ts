import type { Model, ModelDetail, QueuePosition } from '@rowcast/contracts';
import type { ModelRow, ModelView } from './repository.ts';

export const unmeasured = { precision: null, recall: null, f1Score: null, loss: null };

export const presentModel = (
  { model, deployed, task, metric, scoreGap, baselineScore, scoredOn, stopMode }: ModelView,
  queue: QueuePosition | null,
): Model => ({
  id: model.id,
  apiId: model.apiId,
  datasetId: model.datasetId,
  name: model.name,
  type: model.config.modelType,
  status: model.status,
  queue,
  version: model.version,
  targetColumn: model.config.targetColumn,
  task,
  metric,
  score: model.score,
  scoreGap,
  baselineScore,
  scoredOn,
  accuracy: model.accuracy,
  metrics: model.metrics ?? unmeasured,
  timeBudgetSeconds: model.config.timeBudgetSeconds,
  reproducible: model.config.reproducible ?? false,
  deployed,
  stopRequested: model.stopRequested,
  stopMode,
  progress: model.progress,
  error: model.error,
  bundleHash: model.bundleHash,
  bundleBytes: model.bundleBytes,
  createdAt: model.createdAt.toISOString(),
  finishedAt: model.finishedAt?.toISOString() ?? null,
});

export const presentModelDetail = (
  view: ModelView & Pick<ModelRow, 'report'>,
  queue: QueuePosition | null,
): ModelDetail => ({
  ...presentModel(view, queue),
  settings: view.model.config,
  report: view.report,
});
