import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

const freshMs = 30_000;
/** While changes can't be heard. */
const unheardMs = 1_000;
/** How long what was true may still be used while Postgres can't be asked. */
const staleMs = 10 * 60_000;
/** A look-up that hangs gives way to what is known, and is not tried again at once. */
const patienceMs = 500;
const retryMs = 1_000;

export interface RouteCache<T> {
  get(key: string): Promise<T | null> | T | null;
  /** Whether `get` has an answer without a look-up, or need not look it up in vain. */
  has(key: string): boolean;
  forget(key: string): void;
  /** Asks anew, and goes on with what is known until the answer is there or patience ends. Resolves then. */
  renew(key: string): Promise<void>;
  /** Everything is asked for anew before it is next used. */
  doubt(): void;
}

interface Entry<T> {
  value: T;
  freshUntil: number;
}

/**
 * Remembers what a key means, and in a smaller place of its own that it means nothing. A look-up that was under way
 * when its key was forgotten is answered but not kept.
 *
 * @param replaced Told what a key meant before, and what it is found to mean now.
 */
export function routeCache<T extends object>(
  load: (key: string) => Promise<T | null>,
  hearsChanges: () => boolean,
  replaced: (before: T, now: T | null) => void = () => undefined,
): RouteCache<T> {
  const known = new LRUCache<string, Entry<T>>({ max: 50_000, ttl: staleMs });
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: freshMs });
  /** Names of what was there once, or was said to have changed, and that nobody can have guessed. */
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

  /** What is under way may have been asked before the change. */
  function askAnew(key: string): void {
    unknown.delete(key);
    loading.delete(key);
    named.set(key, true);
  }

  /** A change may follow while the answer to the one before is under way. */
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
      askAnew(key);
    },
    async renew(key) {
      askAnew(key);
      const entry = known.get(key);
      if (!entry) return;
      const patience = sleep(patienceMs, undefined, { ref: false });
      await Promise.race([answered(key).catch(() => {}), patience]);
      // Late, failed, or not kept because changes were not heard meanwhile.
      if (known.get(key) === entry) known.delete(key);
    },
    doubt() {
      for (const entry of known.values()) entry.freshUntil = 0;
      unknown.clear();
      loading.clear();
    },
  };
}
