import { crc32 } from 'node:zlib';
import type { ActiveRollout, LiveRoute, Variant } from '../admission/live-route.ts';

/** Who calls, and which call it is. Metadata requests are no calls. */
export interface Caller {
  keyId: string;
  callId: string | null;
}

/** Split by key, a key keeps its side while a rollout runs, also when the share grows. */
export function isInShare({ id, percent, splitBy }: ActiveRollout, { keyId, callId }: Caller): boolean {
  const unit = splitBy === 'key' ? keyId : callId;
  return unit !== null && crc32(`${id}:${unit}`) % 100 < percent;
}

/** The model that serves a call. */
export function chooseVariant({ stable, rollout }: LiveRoute, caller: Caller): Variant | null {
  if (rollout?.mode !== 'canary' || !isInShare(rollout, caller)) return stable;
  return rollout.candidate;
}
