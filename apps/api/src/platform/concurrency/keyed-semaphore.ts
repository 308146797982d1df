/** Gives what frees the place again, however often it is called; null where all places are taken. */
export type AcquireSlot = (who?: string) => (() => void) | null;

/** So many at once, of all or of each. Nobody waits for a place: who gets none is told at once. */
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
