import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { TrainingConfig } from '@rowcast/contracts/domain/models/training';
import { oldSettings } from '../report.ts';
import { hexId } from './api.ts';

/** A trained model without a report. */
export function aModel(part: Partial<ModelDetail> = {}, settings: Partial<TrainingConfig> = {}): ModelDetail {
  return {
    id: hexId('mdl'),
    apiId: hexId('api'),
    datasetId: null,
    name: 'Income',
    type: 'auto',
    status: 'ready',
    queue: null,
    version: 1,
    targetColumn: 'income',
    task: 'binary',
    metric: 'roc_auc',
    score: 0.9,
    scoreGap: null,
    baselineScore: 0.5,
    scoredOn: null,
    accuracy: null,
    metrics: { precision: null, recall: null, f1Score: null, loss: null },
    timeBudgetSeconds: 60,
    reproducible: false,
    deployed: false,
    stopRequested: false,
    progress: null,
    error: null,
    bundleHash: null,
    bundleBytes: null,
    createdAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:01:00Z',
    settings: { ...oldSettings, ...settings },
    report: null,
    ...part,
  };
}
