import { z } from 'zod';
import { fieldNoteCode, fieldNoteParts } from './field-note.ts';
import { answerExtras, predictionOptions } from './prediction-options.ts';

/** Rows of one call; a stream has any number. */
export const maxInstances = 10_000;
export const maxBodyBytes = 10 * 1024 * 1024;

/** What may part the cells of a body of CSV. */
export const csvSeparators = [',', ';', '\t', '|'];

const row = z.record(z.string(), z.unknown()).meta({ id: 'PredictionRow' });

/** The open form comes first: what a test sends goes on to the endpoint whole, which alone judges it. */
export const predictionRequest = z
  .union([
    row,
    z.object({
      instances: z.array(row).min(1).max(maxInstances),
      options: predictionOptions.optional(),
    }),
  ])
  .meta({ id: 'PredictionRequest' });

export const prediction = z
  .object({
    prediction: z.union([z.string(), z.number(), z.boolean()]),
    probabilities: z.record(z.string(), z.number()).optional().describe('classification only'),
    ...answerExtras,
  })
  .meta({ id: 'Prediction' });

export const predictionWarning = z
  .object({
    row: z.number().int().describe('counted from 0, in the order sent'),
    field: z.string(),
    code: fieldNoteCode,
    message: z.string().describe('in English'),
    parts: fieldNoteParts.optional(),
  })
  .meta({ id: 'PredictionWarning' });

export const predictionResponse = z
  .object({
    id: z.string(),
    model: z.object({ version: z.string() }),
    predictions: z.array(prediction),
    warnings: z.array(predictionWarning),
  })
  .meta({ id: 'PredictionResponse' });
export type PredictionResponse = z.infer<typeof predictionResponse>;
