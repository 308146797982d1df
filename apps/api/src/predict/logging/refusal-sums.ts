import { hourMs } from '../../platform/time/durations.ts';

/** Kinds that wait at once; calls of further ones are not counted. */
const maxKinds = 10_000;
/** Of those, of APIs that are only named by their callers, and may not be there. */
const maxClaimed = 500;

/** A call that ended without predictions. */
export interface Refusal {
  apiId: string;
  /** Whether the API is known; else it is what the address says. */
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

/** Refused calls by API, hour and code, until they are written. */
export class RefusalSums {
  readonly #sums = new Map<string, RefusalSum>();

  add({ apiId, isKnown, code, at }: Refusal): void {
    const time = at.getTime();
    const most = isKnown ? maxKinds : maxClaimed;
    this.#count({ apiId, code, hour: new Date(time - (time % hourMs)), calls: 1 }, most);
  }

  /** All there are, in one order for all processes; they are no longer here. */
  take(): RefusalSum[] {
    const sums = [...this.#sums].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
    this.#sums.clear();
    return sums.map(([, sum]) => sum);
  }

  /** Those that could not be written. */
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
