import { z } from 'zod';
import { apiId } from '../ids.ts';

/** What one API did on each day. */
export const dailyFigures = z
  .object({
    apiId,
    from: z.iso.date().describe('the first day'),
    to: z.iso.date().describe('the last day'),
    days: z
      .array(
        z.object({
          date: z.iso.date(),
          calls: z
            .number()
            .int()
            .describe(
              'answered calls with a key; those over a limit and answers given again are not counted',
            ),
          errors: z.number().int().describe('those answered with 5xx'),
          rows: z.number().int(),
          p50Ms: z
            .number()
            .nullable()
            .describe('median of all but streams; null without any, and more than 30 days back'),
          p95Ms: z.number().nullable(),
        }),
      )
      .describe('every day of the span, in order'),
    refusals: z
      .array(
        z.object({
          date: z.iso.date(),
          code: z.string(),
          status: z.number().int(),
          calls: z.number().int(),
        }),
      )
      .describe(
        'calls that ended without predictions, by day and code, those without a valid key included; as far back as the log is kept',
      ),
  })
  .meta({ id: 'DailyFigures' });
export type DailyFigures = z.infer<typeof dailyFigures>;
