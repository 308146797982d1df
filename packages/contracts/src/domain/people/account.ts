import { z } from 'zod';
import { archiveId } from '../ids.ts';

const amount = z.number().int();

/** What belongs to a person alone. */
export const accountContents = z
  .object({
    counts: z.object({
      workspaces: amount,
      apis: amount,
      datasets: amount,
      models: amount,
      keys: amount,
      loggedCalls: amount,
      openJobs: amount,
      sessions: amount,
      notifications: amount,
      memberships: amount.describe('places in workspaces of others'),
    }),
    storedBytes: amount,
    blockedBy: z
      .array(z.object({ slug: z.string(), name: z.string(), members: amount }))
      .describe('workspaces whose other members need a new owner first'),
  })
  .meta({ id: 'AccountContents' });
export type AccountContents = z.infer<typeof accountContents>;

export const archive = z
  .object({
    id: archiveId,
    status: z.enum(['preparing', 'ready', 'failed']),
    sizeBytes: amount.nullable(),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Archive' });
export type Archive = z.infer<typeof archive>;
