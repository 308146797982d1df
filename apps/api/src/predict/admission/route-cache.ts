import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

const freshMs = 30_000;
/** Refresh interval while the subscription is down. */
const unheardMs = 1_000;
/** How long a stale entry may be used without Postgres. */
const staleMs = 10 * 60_000;
/** A slow look-up falls back to the cached entry, with a backoff. */
const patienceMs = 500;
const retryMs = 1_000;

export interface RouteCache<T> {
  get(key: string): Promise<T | null> | T | null;
  /** Whether `get` needs no look-up. */
  has(key: string): boolean;
  forget(key: string): void;
  /** Refreshes an entry. The cached value is used until the look-up ends or times out. */
  renew(key: string): Promise<void>;
  /** Marks every entry as stale. */
  invalidateAll(): void;
}

interface Entry<T> {
  value: T;
  freshUntil: number;
}

/**
 * Caches entries by key, and unknown keys in a smaller cache. The result of a look-up that started before its key was
 * invalidated is returned but not cached.
 *
 * @param replaced Called with the previous and the new value of a changed entry.
 */
export function routeCache<T extends object>(
  load: (key: string) => Promise<T | null>,
  hearsChanges: () => boolean,
  replaced: (before: T, now: T | null) => void = () => undefined,
): RouteCache<T> {
  const known = new LRUCache<string, Entry<T>>({ max: 50_000, ttl: staleMs });
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: freshMs });
  /** Keys that existed once, so that they cannot be guesses. */
  const named = new LRUCache<string, true>({ max: 50_000 });
  const loading = new Map<string, Promise<T | null>>();
  const life = () => (hearsChanges() ? freshMs : unheardMs);

  function ask(key: string): Promise<T | null> {
    const underWay = loading.get(key);
    if (underWay) return underWay;
    const before = known.get(key)?.value;
    const started = load(key)
      .then((value) => {
        if (loading.get(key) !== started) return value;
        if (value) {
          known.set(key, { value, freshUntil: performance.now() + life() });
          named.set(key, true);
        } else {
          known.delete(key);
          named.delete(key);
          unknown.set(key, true, { ttl: life() });
        }
        if (before) replaced(before, value);
        return value;
      })
      .finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
    loading.set(key, started);
    return started;
  }

  function askOrKeep(key: string, entry: Entry<T>): Promise<T | null> {
    const asked = ask(key);
    const keep = () => {
      entry.freshUntil = performance.now() + retryMs;
      return entry.value;
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(keep()), patienceMs);
      asked.then(resolve, () => resolve(keep())).finally(() => clearTimeout(timer));
    });
  }

  /** A running look-up may predate the change. */
  function startOver(key: string): void {
    unknown.delete(key);
    loading.delete(key);
    named.set(key, true);
  }

  /** Another change may arrive while the look-up runs. */
  async function answered(key: string): Promise<void> {
    let asked: Promise<T | null> | undefined = ask(key);
    for (; asked; asked = loading.get(key)) await asked;
  }

  return {
    get(key) {
      const entry = known.get(key);
      if (entry) return performance.now() < entry.freshUntil ? entry.value : askOrKeep(key, entry);
      return unknown.has(key) ? null : ask(key);
    },
    has: (key) => named.has(key) || unknown.has(key),
    forget(key) {
      known.delete(key);
      startOver(key);
    },
    async renew(key) {
      startOver(key);
      const entry = known.get(key);
      if (!entry) return;
      const patience = sleep(patienceMs, undefined, { ref: false });
      await Promise.race([answered(key).catch(() => {}), patience]);
      // Late, failed, or not cached because of a missed change.
      if (known.get(key) === entry) known.delete(key);
    },
    invalidateAll() {
      for (const entry of known.values()) entry.freshUntil = 0;
      unknown.clear();
      loading.clear();
    },
  };
}
