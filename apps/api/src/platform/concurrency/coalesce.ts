interface Runs {
  current: Promise<void>;
  next: Promise<void> | null;
}

/**
 * Runs a task at most once at a time for each key. Calls during a run share one further run, which sees what
 * they changed.
 */
export function coalesce<K>(task: (key: K) => Promise<void>): (key: K) => Promise<void> {
  const running = new Map<K, Runs>();
  const begin = (key: K): Promise<void> => {
    const runs: Runs = { current: Promise.resolve(), next: null };
    running.set(key, runs);
    runs.current = task(key).finally(() => {
      if (!runs.next) running.delete(key);
    });
    return runs.current;
  };
  return (key) => {
    const runs = running.get(key);
    if (!runs) return begin(key);
    runs.next ??= runs.current.catch(() => {}).then(() => begin(key));
    return runs.next;
  };
}
