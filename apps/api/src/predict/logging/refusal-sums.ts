import { hourMs } from '../../platform/time/durations.ts';

/** Maximum number of distinct counters in memory. Further ones are dropped. */
const maxKinds = 10_000;
/** Share of these for unverified API ids, which callers can invent. */
const maxClaimed = 500;

/** A call without predictions. */
export interface Refusal {
  apiId: string;
  /** Whether the API exists; otherwise the id comes from the URL. */
  isKnown: boolean;
  code: string;
  at: Date;
}

export interface RefusalSum {
  apiId: string;
  code: string;
  hour: Date;
  calls: number;
}

/** Rejected calls by API, hour and code, until they are written. */
export class RefusalSums {
  readonly #sums = new Map<string, RefusalSum>();

  add({ apiId, isKnown, code, at }: Refusal): void {
    const time = at.getTime();
    const most = isKnown ? maxKinds : maxClaimed;
    this.#count({ apiId, code, hour: new Date(time - (time % hourMs)), calls: 1 }, most);
  }

  /** Removes and returns all counters, sorted to avoid deadlocks. */
  take(): RefusalSum[] {
    const sums = [...this.#sums].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
    this.#sums.clear();
    return sums.map(([, sum]) => sum);
  }

  /** Puts back counters that could not be written. */
  putBack(sums: readonly RefusalSum[]): void {
    for (const sum of sums) this.#count(sum, maxKinds);
  }

  #count({ apiId, code, hour, calls }: RefusalSum, most: number): void {
    const key = `${apiId} ${hour.toISOString()} ${code}`;
    const sum = this.#sums.get(key);
    if (sum) sum.calls += calls;
    else if (this.#sums.size < most) this.#sums.set(key, { apiId, code, hour, calls });
  }
}
