export interface MicroBatch<T> {
  add(each: T): void;
  /** Does what waits. */
  settle(): void;
}

/**
 * Runs deferred work in micro-batches. Run one by one between predictions, each item would find cold CPU caches.
 */
export function createMicroBatch<T>(most: number, withinMs: number, work: (each: T) => void): MicroBatch<T> {
  let waiting: T[] = [];
  let later: NodeJS.Timeout | null = null;
  function settle(): void {
    if (later) clearTimeout(later);
    later = null;
    const all = waiting;
    waiting = [];
    for (const each of all) work(each);
  }
  return {
    add(each) {
      waiting.push(each);
      if (waiting.length >= most) settle();
      else later ??= setTimeout(settle, withinMs);
    },
    settle,
  };
}
