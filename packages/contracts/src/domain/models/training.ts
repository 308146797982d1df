import { z } from 'zod';
import { customEstimator, uploadedOnnx } from './custom-estimator.ts';
import { reason, why } from './reason.ts';
import { budgetSeconds } from './training-budget.ts';

export const tasks = ['binary', 'multiclass', 'regression'] as const;
export const task = z.enum(tasks).meta({ id: 'Task' });
export type Task = z.infer<typeof task>;

export const metricNames = ['roc_auc', 'accuracy', 'f1', 'log_loss', 'rmse', 'mae', 'r2'] as const;
export const metricName = z.enum(metricNames).meta({ id: 'MetricName' });
export type MetricName = z.infer<typeof metricName>;

/** Metrics in an English sentence; a parameter whose name ends in "metric" is one. */
export const metricWords: Record<MetricName, string> = {
  roc_auc: 'ROC AUC',
  accuracy: 'accuracy',
  f1: 'F1',
  log_loss: 'log loss',
  rmse: 'RMSE',
  mae: 'MAE',
  r2: 'R²',
};

/** Metrics where a smaller value is the better one. */
export const lowerIsBetter: readonly MetricName[] = ['log_loss', 'rmse', 'mae'];

export const leaderboardEntry = z
  .object({
    name: z.string().describe('such as "XGBoost" or "Random forest"'),
    estimator: z.enum([
      'baseline',
      'linear',
      'decision_tree',
      'random_forest',
      'extra_trees',
      'xgboost',
      'lightgbm',
      'mlp',
      'svm',
      'kernel_ridge',
      'knn',
      'onnx',
      'ensemble',
    ]),
    status: z.enum(['queued', 'running', 'done', 'failed', 'skipped']),
    score: z.number().nullable().describe('out-of-fold, in the primary metric'),
    spread: z.number().nullable().describe('standard deviation over the folds'),
    fitSeconds: z.number().nullable(),
    finishedSeconds: z
      .number()
      .nullish()
      .describe('from the start of the training until this model was done or failed'),
    predictMillisecondsPerRow: z
      .number()
      .nullable()
      .describe('median time to predict a single row with the exported model'),
    sizeBytes: z.number().int().nullish().describe('size of the exported model'),
    weight: z.number().nullable().describe('share in the ensemble'),
    reason: z.string().nullable().describe('why it failed or was skipped, in English'),
    why,
  })
  .meta({ id: 'LeaderboardEntry' });
export type LeaderboardEntry = z.infer<typeof leaderboardEntry>;

export const trainingProgress = z
  .object({
    phase: z.enum([
      'queued',
      'starting',
      'loading',
      'training',
      'ensembling',
      'exporting',
      'checking',
      'done',
    ]),
    elapsedSeconds: z.number(),
    remainingSeconds: z.number().nullable().describe('estimate; null when unknown'),
    leaderboard: z.array(leaderboardEntry),
    best: z.string().nullable(),
    metric: metricName.nullish().describe('metric of the scores; missing until the target has been read'),
    message: z.string(),
    ending: reason
      .nullish()
      .describe('why no more models are fitted although the time budget is not used up'),
  })
  .meta({ id: 'TrainingProgress' });
export type TrainingProgress = z.infer<typeof trainingProgress>;

/** A training that counts models is stopped after so many of its time budgets, since every job must end. */
export const maxBudgets = 10;

/** A target with more classes is refused. */
export const maxClasses = 100;

/** What a row and the bundle may take unless a training says otherwise. */
export const defaultRowMilliseconds = 1;
export const defaultBundleMegabytes = 20;

export const trainingConfig = z
  .object({
    targetColumn: z.string().min(1),
    task: z
      .enum(['auto', ...tasks])
      .describe(
        "auto uses the API's type if the target allows it; otherwise the task is inferred from the target's values",
      ),
    positiveLabel: z
      .string()
      .min(1)
      .optional()
      .describe(
        'positive class of a binary target, used for thresholds, F1, precision, recall, curves and lift; by default the ' +
          'affirmative class of a yes/no pair, else a class with less than 40 % of the rows, else the second in sort order',
      ),
    targetLabel: z
      .string()
      .min(1)
      .optional()
      .describe(
        'for a target whose cells hold several labels, such as `billing|login`: predicts whether a row has this one',
      ),
    modelType: z.enum(['auto', 'xgboost', 'random_forest', 'neural_network', 'custom']),
    metric: z.enum(['auto', ...metricNames]),
    testSize: z
      .number()
      .min(0)
      .max(0.5)
      .describe('share of rows held out for the score; 0 scores out of fold and trains on all rows'),
    epochs: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .describe(
        'maximum number of epochs of neural networks, or of boosting rounds; 100 adapts to the table',
      ),
    learningRate: z
      .number()
      .gt(0)
      .max(1)
      .describe('learning rate of neural networks and boosted trees; 0.01 adapts to the table'),
    timeBudgetSeconds: budgetSeconds,
    seed: z.number().int().min(0).max(4_294_967_295),
    excludedColumns: z.array(z.string()),
    groupColumn: z
      .string()
      .min(1)
      .optional()
      .describe(
        'rows with the same value are never split between training and test data; the column itself is not a feature',
      ),
    timeColumn: z
      .string()
      .min(1)
      .optional()
      .describe(
        'models are trained on earlier rows and scored on later ones; with a group column, only groups that are new in the later rows are scored',
      ),
    reproducible: z
      .boolean()
      .optional()
      .describe(
        'the training ends after a fixed number of configurations instead of a time limit, so it always produces the same bundle. ' +
          `The server stops it after ${maxBudgets} times the time budget and keeps the best model so far`,
      ),
    endEarly: z
      .boolean()
      .optional()
      .describe(
        'whether the training ends before its time budget when further models no longer improve the result; true by default',
      ),
    maxRowMilliseconds: z
      .number()
      .min(0.2)
      .max(1_000)
      .optional()
      .describe(
        `approximate limit for predicting one row, ${defaultRowMilliseconds} by default; models that would exceed it are excluded from the blend`,
      ),
    maxBundleMegabytes: z
      .number()
      .min(1)
      .max(500)
      .optional()
      .describe(`approximate size limit of the bundle, ${defaultBundleMegabytes} by default`),
    estimator: customEstimator.optional().describe('estimator of a custom model that is not uploaded'),
    onnx: uploadedOnnx.optional().describe('file of an uploaded custom model'),
  })
  .meta({ id: 'TrainingConfig' });
export type TrainingConfig = z.infer<typeof trainingConfig>;
