import { z } from 'zod';
import { metricName } from './training.ts';

export const scoreInterval = z
  .object({ metric: metricName, value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'ScoreInterval', description: 'Score on evaluated rows with a 95 % bootstrap interval.' });

export const point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });
