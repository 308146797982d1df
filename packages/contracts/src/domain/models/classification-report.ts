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
    predicted: z.number().int().optional().describe('rows that were given this class'),
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
    share: z.number().describe('share of rows taken, the likeliest first'),
    gain: z.number().describe('share of all rows of the class found in them'),
    lift: z.number().describe('gain divided by share'),
  })
  .meta({ id: 'LiftPoint' });

export const classCurves = z
  .object({
    label: z.string(),
    support: z.number().int(),
    rocAuc: z.number().nullable().describe('null where all evaluated rows agree'),
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
      .describe('such as "temperature"; null when probabilities are left as they are'),
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
    precision: z.number().nullable().describe('null where nothing is predicted positive'),
    recall: z.number(),
    f1: z.number(),
    accuracy: z.number(),
    cost: z.number().describe('mean cost a row when each error costs 1'),
  })
  .meta({ id: 'ThresholdRow' });

export const thresholdTable = z
  .object({
    positive: z.string().describe('the class that is answered from the threshold on'),
    threshold: z.number().describe('the one that the endpoint uses unless reported otherwise'),
    reason: z.string(),
    why,
    rows: z.array(thresholdRow).describe('up to 101, by rising threshold'),
  })
  .meta({ id: 'ThresholdTable', description: 'Binary only.' });

export const answerSample = z
  .object({
    truth: z.array(z.number().int()).describe('true classes, by their place among the labels'),
    probabilities: z.array(z.array(z.number())).describe('of the same rows: as answered, to three digits'),
  })
  .meta({
    id: 'AnswerSample',
    description: 'Some of the evaluated rows, on which costs of three classes and more can be tried.',
  });

export const classificationReport = z
  .object({
    labels: z.array(z.string()),
    confusion: z.array(z.array(z.number().int())).describe('rows are true classes, columns predicted ones'),
    perClass: z.array(perClass),
    roc: z.array(point).describe('binary only: false against true positive rate'),
    precisionRecall: z.array(point).describe('binary only: recall against precision'),
    calibration: z.array(point).describe('binary only: mean predicted probability against observed share'),
    curves: z
      .array(classCurves)
      .optional()
      .describe('binary: the positive class; else each class against the rest, the 20 commonest at most'),
    calibrationError: calibrationError.nullish(),
    thresholds: thresholdTable.nullish(),
    sample: answerSample.nullish().describe('three to six classes'),
  })
  .meta({ id: 'ClassificationReport' });
