import type { CallLimits } from './call-limits.ts';

/** How long a reported remaining count is trusted. */
const trustedMs = 100;
/** With less remaining than this, or less than half of the quota, every call is checked. */
const minRemaining = 4_096;
const minRemainingShare = 0.5;
const maxUncounted = 512;

export interface TightestLimit {
  name: string;
  left: number;
  /** Share of the quota. */
  share: number;
  seconds: number;
  /** The lowest remaining count of all limits. */
  least: number;
}

interface Room {
  tightest: TightestLimit;
  /** Admitted calls that are not yet in the shared count. */
  uncounted: number;
  until: number;
}

/**
 * Optimistic rate limiting: far from the limit, calls are admitted at once and counted a moment later, up to a fiftieth
 * of what remains. Close to a limit every call is checked first.
 */
export function createOptimisticAdmission() {
  const rooms = new WeakMap<CallLimits, Room>();
  return {
    /** Admits a call that is counted later. Null if the call must be checked first. */
    enter(limits: CallLimits): Room | null {
      const room = rooms.get(limits);
      if (!room || performance.now() > room.until) return null;
      const { share, least } = room.tightest;
      if (share < minRemainingShare || least - room.uncounted < minRemaining) return null;
      if (room.uncounted >= Math.min(maxUncounted, least / 50)) return null;
      room.uncounted += 1;
      return room;
    },
    /** Records the shared count, which includes this many optimistically admitted calls. */
    learn(limits: CallLimits, tightest: TightestLimit, countResult: number): void {
      const uncounted = Math.max(0, (rooms.get(limits)?.uncounted ?? 0) - countResult);
      rooms.set(limits, { tightest, uncounted, until: performance.now() + trustedMs });
    },
    forget(limits: CallLimits): void {
      rooms.delete(limits);
    },
  };
}
