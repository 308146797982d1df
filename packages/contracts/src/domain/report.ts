import { z } from 'zod';
import { lintFinding, valueCount } from './profile.ts';
import { leaderboardEntry, metricName, task } from './training.ts';

export const scoreInterval = z
  .object({ metric: metricName, value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'ScoreInterval', description: 'Score on held-out rows with a 95 % bootstrap interval.' });

export const point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });

export const perClass = z
  .object({
    label: z.string(),
    precision: z.number(),
    recall: z.number(),
    f1: z.number(),
    support: z.number().int(),
  })
  .meta({ id: 'PerClass' });

export const classificationReport = z
  .object({
    labels: z.array(z.string()),
    confusion: z.array(z.array(z.number().int())).describe('rows are true classes, columns predicted ones'),
    perClass: z.array(perClass),
    roc: z.array(point).describe('binary only: false against true positive rate'),
    precisionRecall: z.array(point).describe('binary only: recall against precision'),
    calibration: z.array(point).describe('binary only: mean predicted probability against observed share'),
  })
  .meta({ id: 'ClassificationReport' });

export const regressionReport = z
  .object({
    predictedVersusActual: z.array(point).describe('up to 500 held-out rows: actual, predicted'),
    residualHistogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  })
  .meta({ id: 'RegressionReport' });

export const featureImportance = z
  .object({ column: z.string(), importance: z.number(), spread: z.number() })
  .meta({ id: 'FeatureImportance', description: 'Drop in the primary metric when the column is shuffled.' });

export const fieldSchema = z
  .object({
    name: z.string(),
    kind: z.enum(['number', 'boolean', 'category', 'datetime']),
    required: z.boolean(),
    nullable: z.boolean(),
    integer: z.boolean(),
    min: z.number().nullable().describe('smallest value seen in training'),
    max: z.number().nullable(),
    categories: z
      .array(z.string())
      .describe('values seen in training, most frequent first; at most 100 are listed'),
    categoryCount: z.number().int(),
    example: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  })
  .meta({ id: 'FieldSchema' });
export type FieldSchema = z.infer<typeof fieldSchema>;

export const report = z
  .object({
    task,
    taskReason: z.string(),
    metric: metricName,
    target: z.string(),
    labels: z.array(z.string()),
    score: scoreInterval,
    baseline: scoreInterval.describe('predicting the majority class or the mean'),
    otherScores: z.array(scoreInterval),
    leaderboard: z.array(leaderboardEntry),
    classification: classificationReport.nullable(),
    regression: regressionReport.nullable(),
    importance: z.array(featureImportance),
    fields: z.array(fieldSchema),
    droppedColumns: z.array(z.object({ column: z.string(), reason: z.string() })),
    targetDistribution: z.array(valueCount),
    findings: z.array(lintFinding),
    rows: z.object({ train: z.number().int(), test: z.number().int(), missingTarget: z.number().int() }),
    timings: z.array(z.object({ step: z.string(), seconds: z.number() })),
    parity: z.object({ maxDelta: z.number(), rowsChecked: z.number().int() }),
    stoppedEarly: z.boolean(),
    dataSha256: z.string(),
    seed: z.number().int(),
    versions: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;
