/** Memoizes by object identity, for the lifetime of the object. */
export function memoizeByObject<K extends object, T>(make: (owner: K) => T): (owner: K) => T {
  const made = new WeakMap<K, { value: T }>();
  return (owner) => {
    const known = made.get(owner) ?? { value: make(owner) };
    made.set(owner, known);
    return known.value;
  };
}

/** Like `memoizeByObject` for promises. Rejections are not cached. */
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

/** Caches a public look-up for one second. */
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
