/**
 * Admits callers at a fixed rate, in order. Callers beyond the queue size are rejected.
 * @param perSecond Callers admitted per second.
 * @param most Maximum queue size.
 */
export function createWaitQueue(perSecond: number, most: number) {
  const gapMs = 1000 / perSecond;
  let next = 0;
  let waiting = 0;
  return {
    /** Resolves to true on the caller's turn, or to false at once if the queue is full. */
    async turn(): Promise<boolean> {
      const now = performance.now();
      if (next <= now) {
        next = now + gapMs;
        return true;
      }
      if (waiting >= most) return false;
      waiting += 1;
      const wait = next - now;
      next += gapMs;
      await new Promise((resolve) => setTimeout(resolve, wait));
      waiting -= 1;
      return true;
    },
  };
}

export type WaitQueue = ReturnType<typeof createWaitQueue>;
