export interface Random {
  /** From 0 up to, but not including, 1. */
  uniform(): number;
  normal(mean: number, deviation: number): number;
  /** From `low` to `high`, both included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks a key with its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(uniform() * (high - low + 1));
  return {
    uniform,
    integer,
    // Box-Muller transform.
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    chance: (probability) => uniform() < probability,
    pick: <T>(choices: readonly T[]) => choices[integer(0, choices.length - 1)] as T,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][];
      let left = uniform() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (chosen ?? (entries.at(-1) as [K, number]))[0];
    },
  };
}
