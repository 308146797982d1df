import { z } from 'zod';
import { why } from './reason.ts';
import { point } from './score-comparison.ts';

export const perClass = z
  .object({
    label: z.string(),
    precision: z.number(),
    recall: z.number(),
    f1: z.number(),
    support: z.number().int(),
    predicted: z.number().int().optional().describe('rows with this predicted class'),
  })
  .meta({ id: 'PerClass' });

export const calibrationBin = z
  .object({
    from: z.number(),
    to: z.number(),
    predicted: z.number().describe('mean predicted probability'),
    observed: z.number().describe('share of rows that have the class'),
    low: z.number().describe('95 % interval of the observed share'),
    high: z.number(),
    rows: z.number().int(),
  })
  .meta({ id: 'CalibrationBin' });

export const liftPoint = z
  .object({
    share: z.number().describe('share of rows selected, ranked by predicted probability'),
    gain: z.number().describe('share of all rows of the class found in them'),
    lift: z.number().describe('gain divided by share'),
  })
  .meta({ id: 'LiftPoint' });

export const classCurves = z
  .object({
    label: z.string(),
    support: z.number().int(),
    rocAuc: z.number().nullable().describe('null if all evaluated rows have the same class'),
    averagePrecision: z.number().nullable(),
    roc: z.array(point).describe('false against true positive rate'),
    precisionRecall: z.array(point).describe('recall against precision'),
    calibration: z.array(calibrationBin),
    lift: z.array(liftPoint),
  })
  .meta({ id: 'ClassCurves', description: 'One class against the rest.' });

export const calibrationError = z
  .object({
    method: z
      .string()
      .nullable()
      .describe('such as "temperature"; null if the probabilities are not calibrated'),
    bins: z.number().int(),
    after: z.number().describe('expected calibration error of the served probabilities'),
    before: z.number().nullable().describe('the same before calibration; null when not calibrated'),
  })
  .meta({ id: 'CalibrationError' });

export const thresholdRow = z
  .object({
    threshold: z.number(),
    truePositives: z.number().int(),
    falsePositives: z.number().int(),
    trueNegatives: z.number().int(),
    falseNegatives: z.number().int(),
    precision: z.number().nullable().describe('null if no row is predicted positive'),
    recall: z.number(),
    f1: z.number(),
    accuracy: z.number(),
    cost: z.number().describe('mean cost per row if each error costs 1'),
  })
  .meta({ id: 'ThresholdRow' });

export const thresholdTable = z
  .object({
    positive: z.string().describe('the class that is predicted when its probability reaches the threshold'),
    threshold: z.number().describe('the default threshold of the endpoint'),
    reason: z.string(),
    why,
    rows: z.array(thresholdRow).describe('up to 101, by increasing threshold'),
  })
  .meta({ id: 'ThresholdTable', description: 'Binary only.' });

export const answerSample = z
  .object({
    truth: z.array(z.number().int()).describe('true classes, as indexes into labels'),
    probabilities: z
      .array(z.array(z.number()))
      .describe('predicted probabilities of the same rows, to three digits'),
  })
  .meta({
    id: 'AnswerSample',
    description: 'A sample of the evaluated rows for trying cost matrices with three or more classes.',
  });

export const classificationReport = z
  .object({
    labels: z.array(z.string()),
    confusion: z
      .array(z.array(z.number().int()))
      .describe('rows are true classes, columns are predicted classes'),
    perClass: z.array(perClass),
    roc: z.array(point).describe('binary only: false against true positive rate'),
    precisionRecall: z.array(point).describe('binary only: recall against precision'),
    calibration: z.array(point).describe('binary only: mean predicted probability against observed share'),
    curves: z
      .array(classCurves)
      .optional()
      .describe(
        'binary: the positive class; multiclass: each class against the rest, for up to 20 of the most frequent classes',
      ),
    calibrationError: calibrationError.nullish(),
    thresholds: thresholdTable.nullish(),
    sample: answerSample.nullish().describe('only with three to six classes'),
  })
  .meta({ id: 'ClassificationReport' });
