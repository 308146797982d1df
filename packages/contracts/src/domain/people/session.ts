import { z } from 'zod';
import { sessionId } from '../ids.ts';

export const device = z
  .object({
    browser: z.string().nullable(),
    os: z.string().nullable(),
    kind: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  })
  .meta({ id: 'Device', description: 'What the caller says of itself in its User-Agent header.' });
export type Device = z.infer<typeof device>;

export const place = z
  .object({ kind: z.enum(['loopback', 'private', 'public', 'unknown']), address: z.string() })
  .meta({ id: 'Place', description: 'Where a call came from, as far as its address reports.' });
export type Place = z.infer<typeof place>;

export const session = z
  .object({
    id: sessionId,
    current: z.boolean().describe('the session that asks'),
    device,
    place,
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
