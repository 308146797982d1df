import { crc32 } from 'node:zlib';
import type { LiveRoute, Variant } from '../admission/live-route.ts';

/** Assignment is sticky: a key keeps its side while a rollout runs, also when the share grows. */
export const isInShare = (rolloutId: string, keyId: string, percent: number): boolean =>
  crc32(`${rolloutId}:${keyId}`) % 100 < percent;

/** The model that serves a call with this key. */
export function chooseVariant({ stable, rollout }: LiveRoute, keyId: string): Variant | null {
  if (rollout?.mode !== 'canary' || !isInShare(rollout.id, keyId, rollout.percent)) return stable;
  return rollout.candidate;
}
