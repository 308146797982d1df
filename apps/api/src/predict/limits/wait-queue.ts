/**
 * Lets so many through each second, one after another, and keeps so many waiting for their turn.
 * @param perSecond How many are let through.
 * @param most How many may wait.
 */
export function waitingLine(perSecond: number, most: number) {
  const gapMs = 1000 / perSecond;
  let next = 0;
  let waiting = 0;
  return {
    /** Resolves when it is the caller's turn; false at once where too many wait already. */
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

export type WaitingLine = ReturnType<typeof waitingLine>;
