import { z } from 'zod';
import { cleanStep, recipe } from '../datasets/cleaning-recipe.ts';
import { lintFinding } from '../datasets/finding.ts';
import { valueCount } from '../datasets/profile.ts';
import { classificationReport } from './classification-report.ts';
import { conformalSummary } from './coverage.ts';
import { featureImportance, fieldKind, partialDependence, sliceTable } from './feature-insights.ts';
import { priorityRows } from './priority-rows.ts';
import { reason, why } from './reason.ts';
import { regressionReport } from './regression-report.ts';
import { scoreInterval } from './score-comparison.ts';
import { leaderboardEntry, metricName, task } from './training.ts';
import { trainingCost } from './training-estimate.ts';

export const fieldSchema = z
  .object({
    name: z.string(),
    kind: fieldKind,
    required: z.boolean(),
    nullable: z.boolean(),
    integer: z.boolean(),
    min: z.number().nullable().describe('smallest value seen in training'),
    max: z.number().nullable(),
    categories: z
      .array(z.string())
      .describe('values seen in training, most frequent first or in their order; at most 100 are listed'),
    categoryCount: z.number().int(),
    ordered: z.boolean().optional().describe('whether the categories are ordered from low to high'),
    filledWith: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe('replacement for a missing value, from a cleaning step'),
    clippedTo: z
      .object({ low: z.number().nullable(), high: z.number().nullable() })
      .optional()
      .describe('range that numbers are limited to, from a cleaning step'),
    unit: z
      .string()
      .optional()
      .describe('unit of the numbers, if the table contains one, or times or durations'),
    example: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  })
  .meta({ id: 'FieldSchema' });
export type FieldSchema = z.infer<typeof fieldSchema>;

export const stepAtPrediction = z
  .object({
    step: cleanStep,
    handling: z
      .enum(['same', 'ignored', 'training_only'])
      .describe(
        'same: applied to every request row; ignored: the column is not used; training_only: the step only selected training rows',
      ),
    value: z.string().nullable().describe('replacement for missing cells'),
  })
  .meta({ id: 'StepAtPrediction', description: 'How a cleaning step applies to a row in a request.' });

export const evaluation = z
  .object({
    source: z
      .enum(['holdout', 'out_of_fold'])
      .describe('held-out rows, or training rows predicted out of fold'),
    rows: z.number().int(),
    crossed: z
      .boolean()
      .optional()
      .describe(
        'cross-fitted: each half of the rows was predicted with weights, calibration and threshold selected on the other half',
      ),
  })
  .meta({ id: 'Evaluation' });

export const rebuildFacts = z
  .object({
    dataSha256: z.string(),
    codeVersion: z.string(),
    seed: z.number().int(),
    config: z.record(z.string(), z.unknown()).describe("the training's settings"),
    versions: z.record(z.string(), z.string()),
    recipe: recipe.optional().describe('how the table is made from the file'),
    maxRows: z
      .number()
      .int()
      .optional()
      .describe('number of labelled rows used, if time or memory did not allow all of them'),
  })
  .meta({ id: 'RebuildFacts' });

const derivedSide = z
  .object({
    field: z.string(),
    part: z
      .enum(['days', 'year', 'month', 'day', 'weekday', 'second'])
      .nullable()
      .describe('of a date; null for a plain number'),
  })
  .meta({ id: 'DerivedSide' });

export const derivedNumber = z
  .object({
    operation: z.enum(['add', 'subtract', 'multiply', 'divide']),
    left: derivedSide,
    right: derivedSide,
  })
  .meta({ id: 'DerivedNumber', description: 'A number that the model computes from two fields of a row.' });

export const dateCycle = z
  .object({ field: z.string(), cycle: z.enum(['year', 'week', 'day']) })
  .meta({ id: 'DateCycle', description: 'A cyclical encoding of a date.' });

export const reportParts = [
  'intervals',
  'linear_baseline',
  'model_sizes',
  'importance',
  'partial_dependence',
  'slices',
  'conformal',
  'derived_numbers',
  'lint',
  'target_leakage',
] as const;

export const omittedPart = z
  .object({
    part: z.enum(reportParts),
    reason: z.string(),
    why,
    columns: z.array(z.string()).optional().describe('the fields that the part does not cover'),
  })
  .meta({ id: 'OmittedPart', description: 'A part that is missing or cut short, and why.' });

export const positiveClass = z
  .object({ label: z.string(), reason: z.string(), why })
  .meta({ id: 'PositiveClass', description: 'Which of two classes is meant, and why this one.' });

export const heldOutRow = z
  .object({
    row: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
      .describe('as a client sends it'),
    actual: z.union([z.string(), z.number()]).describe('the value of the target in the table'),
  })
  .meta({ id: 'HeldOutRow', description: 'A row that the model was not trained on, with its true value.' });
export type HeldOutRow = z.infer<typeof heldOutRow>;

export const report = z
  .object({
    task,
    taskReason: z.string().describe('why this task, and how many rows were learned from, in English'),
    taskWhy: why,
    metric: metricName,
    target: z.string(),
    labels: z.array(z.string()).describe('of two classes the negative one first'),
    positive: positiveClass
      .nullish()
      .describe('of two classes the one that F1, precision, recall, curves, lift and thresholds are about'),
    score: scoreInterval,
    baseline: scoreInterval.describe('predicting the majority class or the mean'),
    otherScores: z.array(scoreInterval),
    leaderboard: z.array(leaderboardEntry),
    classification: classificationReport.nullable(),
    regression: regressionReport.nullable(),
    importance: z.array(featureImportance),
    fields: z.array(fieldSchema),
    droppedColumns: z.array(z.object({ column: z.string(), reason: z.string(), why })),
    derivedNumbers: z.array(derivedNumber).optional().describe('what the models learned from besides'),
    dateCycles: z
      .array(dateCycle)
      .optional()
      .describe('circles of dates that the models learned from besides'),
    namedNumbers: z
      .array(z.string())
      .optional()
      .describe(
        'fields of whole numbers that name something, of which each value was learned by itself besides',
      ),
    targetDistribution: z.array(valueCount),
    findings: z.array(lintFinding),
    rows: z.object({
      train: z.number().int(),
      test: z.number().int(),
      missingTarget: z.number().int(),
      leftOut: z.number().int().optional().describe('on neither side, since others of their group are'),
    }),
    timings: z.array(z.object({ step: z.string(), seconds: z.number() })),
    parity: z.object({ maxDelta: z.number(), rowsChecked: z.number().int() }),
    stoppedEarly: z.boolean(),
    ending: reason
      .nullish()
      .describe('why the training ended before its time budget; null if it was used up or a user stopped it'),
    dataSha256: z.string(),
    seed: z.number().int(),
    versions: z.record(z.string(), z.string()),
    scoredOn: z
      .string()
      .optional()
      .describe(
        'a fingerprint of the evaluated rows and the metric; scores only compare where it is the same',
      ),
    evaluation: evaluation.optional().describe('reports without it were scored on held-out rows'),
    linearBaseline: scoreInterval.nullish().describe('a regularised linear model on the evaluated rows'),
    partialDependence: z.array(partialDependence).optional().describe('the most important fields first'),
    slices: sliceTable.nullish(),
    priorityRows: priorityRows.nullish().describe('with two classes and for numbers'),
    conformal: conformalSummary.nullish(),
    rebuild: rebuildFacts.optional(),
    omitted: z.array(omittedPart).optional(),
    cleaning: z.array(stepAtPrediction).optional().describe('the steps that made the table, in order'),
    cost: trainingCost.nullish(),
    heldOutRows: z
      .array(heldOutRow)
      .optional()
      .describe('a few held-out rows to try the model with, of each class first; none without a test set'),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;
