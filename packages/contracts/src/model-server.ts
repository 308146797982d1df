import { z } from 'zod';
import { releaseCheck, releaseCheckResult } from './domain/release-check.ts';
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

/** Why a bundle was not loaded, and with it not tried. */
export const refusedBundle = errorBody.pick({ error: true, message: true });
