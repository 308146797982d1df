import { z } from 'zod';
import { releaseCheck, releaseCheckResult } from './domain/apis/release-check.ts';
import { errorBody } from './errors/body.ts';

/** What the api and the model server say to each other of models. Rows and their answers are the callers' own bytes. */

const bundleHash = z.string();

export const loadedBundle = z
  .object({
    hash: bundleHash,
    loadMs: z.number(),
    goldenRows: z.number().int().describe('rows that it answered as it did when it was published'),
  })
  .meta({ id: 'LoadedBundle', description: 'Of a bundle that was verified, loaded and tried.' });
export type LoadedBundle = z.infer<typeof loadedBundle>;

export const heldBundle = z
  .object({
    hash: bundleHash,
    loadMs: z.number().describe('what loading it took'),
    memoryBytes: z.number().int().describe('estimated by its files'),
    idleSeconds: z.number().describe('since it was last asked'),
  })
  .meta({ id: 'HeldBundle' });
export type HeldBundle = z.infer<typeof heldBundle>;

export const modelMemory = z
  .object({
    bundles: z.array(heldBundle).describe('in memory'),
    tooLarge: z.array(bundleHash).describe('found to need more memory than there is'),
    unloadsAfterSeconds: z
      .number()
      .nullable()
      .describe('idle time after which a bundle leaves; null for never'),
  })
  .meta({ id: 'ModelMemory' });

export const askedChecks = z.object({ checks: z.array(releaseCheck) }).meta({ id: 'AskedChecks' });
export type AskedChecks = z.infer<typeof askedChecks>;

export const triedChecks = z
  .object({ results: z.array(releaseCheckResult).describe('in the order of the checks') })
  .meta({ id: 'TriedChecks' });

export const plainField = z
  .object({
    name: z.string(),
    kind: z.enum(['number', 'boolean', 'category']),
    nulls: z.boolean().describe('whether there is nothing to say of a null'),
    low: z.number().describe('least plain value; of categories 0'),
    high: z.number().describe('greatest plain value; of categories 0'),
    known: z.array(z.string()).describe('plain values of a category'),
  })
  .meta({
    id: 'PlainField',
    description: 'Which cells of a field are read without anything to say of them.',
  });
export type PlainField = z.infer<typeof plainField>;

/** The first line before a model's graph, for clients that run it themselves. */
export const runnableModel = z
  .object({
    hash: bundleHash,
    fields: z
      .array(plainField)
      .describe('numbers and booleans, and categories, each in the order of their tensor'),
    ignored: z.array(z.string()).describe('further columns that may be sent'),
    labels: z.array(z.string()).describe('classes in the order of their probabilities; none of numbers'),
    predictions: z.array(z.string()).describe('each class as it is answered, in JSON'),
    threshold: z.number().describe('from where on the second of two classes is answered'),
    golden: z
      .object({
        rows: z.array(z.record(z.string(), z.unknown())),
        answers: z.array(z.array(z.number())),
        tolerance: z.number(),
      })
      .describe('rows with what the model answered when it was published'),
  })
  .meta({ id: 'RunnableModel' });
export type RunnableModel = z.infer<typeof runnableModel>;

/** Why a bundle was not loaded, and with it not tried. */
export const refusedBundle = errorBody.pick({ error: true, message: true });
