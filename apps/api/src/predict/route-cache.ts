import { LRUCache } from 'lru-cache';

const known = { max: 50_000, ttlMs: 30_000 };
const unheardTtlMs = 1_000;

export interface RouteCache<T> {
  get(key: string): Promise<T | null>;
  forget(key: string): void;
  clear(): void;
}

/**
 * Remembers what a key means, also that it means nothing. A look-up that was under way when its key was
 * forgotten is answered but not kept. While changes can't be heard, nothing is kept longer than a second.
 */
export function routeCache<T>(
  load: (key: string) => Promise<T | null>,
  hearsChanges: () => boolean,
): RouteCache<T> {
  const entries = new LRUCache<string, { value: T | null }>({ max: known.max, ttl: known.ttlMs });
  const loading = new Map<string, Promise<T | null>>();
  return {
    async get(key) {
      const entry = entries.get(key);
      if (entry) return entry.value;
      const underWay = loading.get(key);
      if (underWay) return underWay;
      const started = load(key)
        .then((value) => {
          if (loading.get(key) === started)
            entries.set(key, { value }, { ttl: hearsChanges() ? known.ttlMs : unheardTtlMs });
          return value;
        })
        .finally(() => {
          if (loading.get(key) === started) loading.delete(key);
        });
      loading.set(key, started);
      return started;
    },
    forget(key) {
      entries.delete(key);
      loading.delete(key);
    },
    clear() {
      entries.clear();
      loading.clear();
    },
  };
}
