import { crc32 } from 'node:zlib';
import type { LiveRoute, Variant } from '../admission/live-route.ts';

/** The same key falls on the same side for as long as a rollout runs, and stays there when its share is raised. */
export const isInShare = (rolloutId: string, keyId: string, percent: number): boolean =>
  crc32(`${rolloutId}:${keyId}`) % 100 < percent;

/** Which model answers a call with this key. */
export function chooseVariant({ stable, rollout }: LiveRoute, keyId: string): Variant | null {
  if (rollout?.mode !== 'canary' || !isInShare(rollout.id, keyId, rollout.percent)) return stable;
  return rollout.candidate;
}
