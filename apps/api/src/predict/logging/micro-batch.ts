export interface Gathered<T> {
  add(each: T): void;
  /** Does what waits. */
  settle(): void;
}

/**
 * Work that may wait a moment, done several at a time: one by one, between calls that use other code, each would have
 * to fetch its own again.
 */
export function gathered<T>(most: number, withinMs: number, work: (each: T) => void): Gathered<T> {
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
