/** What is made for something once, and kept for as long as that lives. */
export function memoizeByObject<K extends object, T>(make: (owner: K) => T): (owner: K) => T {
  const made = new WeakMap<K, { value: T }>();
  return (owner) => {
    const known = made.get(owner) ?? { value: make(owner) };
    made.set(owner, known);
    return known.value;
  };
}

/** The same of what has to be found out; a failure is not kept. */
export function memoizeAsync<K extends object, T>(find: (owner: K) => Promise<T>): (owner: K) => Promise<T> {
  const foundOf = memoizeByObject((_owner: K): { answer?: Promise<T> } => ({}));
  return (owner) => {
    const kept = foundOf(owner);
    kept.answer ??= find(owner).catch((error) => {
      delete kept.answer;
      throw error;
    });
    return kept.answer;
  };
}

/** What may be asked by anybody at any rate, and is found out at most once a second. */
export function cacheForOneSecond<T>(findOut: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  let at = 0;
  return () => {
    const now = performance.now();
    if (!known || now - at >= 1_000) {
      at = now;
      known = findOut();
    }
    return known;
  };
}
