import type { CallLimits } from './call-limits.ts';

/** Room is believed in for so long after it was heard of. */
const believedMs = 100;
/** Less room than this, or than half of a quota, is asked about call by call. */
const ample = 4_096;
const ampleShare = 0.5;
const maxUnheard = 512;

export interface Tightest {
  name: string;
  left: number;
  /** Of its quota. */
  share: number;
  seconds: number;
  /** The fewest calls left of any limit. */
  least: number;
}

interface Room {
  tightest: Tightest;
  /** Calls that were let through and not heard of since. */
  unheard: number;
  until: number;
}

/**
 * Where there is ample room a call need not wait for being counted: a few may go ahead, fewer than a fiftieth of what
 * is left, and are counted a moment later. Close to a limit every call asks first.
 */
export function openRooms() {
  const rooms = new WeakMap<CallLimits, Room>();
  return {
    /** Takes a place for a call that is counted later; null when it has to ask. */
    enter(limits: CallLimits): Room | null {
      const room = rooms.get(limits);
      if (!room || performance.now() > room.until) return null;
      const { share, least } = room.tightest;
      if (share < ampleShare || least - room.unheard < ample) return null;
      if (room.unheard >= Math.min(maxUnheard, least / 50)) return null;
      room.unheard += 1;
      return room;
    },
    /** Notes what the shared count says, which includes so many calls that went ahead. */
    learn(limits: CallLimits, tightest: Tightest, heard: number): void {
      const unheard = Math.max(0, (rooms.get(limits)?.unheard ?? 0) - heard);
      rooms.set(limits, { tightest, unheard, until: performance.now() + believedMs });
    },
    forget(limits: CallLimits): void {
      rooms.delete(limits);
    },
  };
}
