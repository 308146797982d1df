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
            .describe('requests with a valid key; excludes rate-limited requests and replayed responses'),
          errors: z.number().int().describe('requests with a 5xx response'),
          rows: z.number().int(),
          p50Ms: z
            .number()
            .nullable()
            .describe(
              'median latency without streams; null if there were no requests, or for days more than 30 days ago',
            ),
          p95Ms: z.number().nullable(),
        }),
      )
      .describe('every day of the period, in order'),
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
        'requests without predictions by day and code, including those without a valid key; limited to the log retention',
      ),
  })
  .meta({ id: 'DailyFigures' });
export type DailyFigures = z.infer<typeof dailyFigures>;
