/** Returns an idempotent release function; null if all slots are taken. */
export type AcquireSlot = (who?: string) => (() => void) | null;

/** A semaphore per key. It never waits: without a free slot it returns null. */
export function createKeyedSemaphore(most: number): AcquireSlot {
  const taken = new Map<string, number>();
  return (who = '') => {
    const count = taken.get(who) ?? 0;
    if (count >= most) return null;
    taken.set(who, count + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      const left = (taken.get(who) ?? 0) - 1;
      if (left > 0) taken.set(who, left);
      else taken.delete(who);
    };
  };
}
