import { countLatency, type LatencyBuckets } from '../logging/latency-histogram.ts';

const slotMs = 10_000;

/** A call as rollout gates measure it. */
export interface ComparedCall {
  rolloutId: string;
  side: 'stable' | 'candidate' | 'shadow';
  at: Date;
  status: number;
  /** No model server was reachable. */
  isAway: boolean;
  latencyMs: number | null;
  score: number | null;
  /** For shadow rollouts. */
  difference?: { rows: number; differing: number; maxDelta: number };
}

type Slot = ReturnType<typeof newSlot>;

const newSlot = (rolloutId: string, side: ComparedCall['side'], slot: number) => ({
  rolloutId,
  side,
  slot: new Date(slot),
  calls: 0,
  failed: 0,
  refused: 0,
  away: 0,
  failedFrom: null as Date | null,
  failedUntil: null as Date | null,
  answeredAt: null as Date | null,
  scored: 0,
  scoreSum: 0,
  scoreSquares: 0,
  rows: 0,
  differing: 0,
  maxDelta: 0,
  buckets: new Map() as LatencyBuckets,
});

/** A caller who disconnected during the response still got one. */
const isRefused = (status: number) => status >= 400 && status < 499;

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

/** Aggregates calls for rollout gates by side and ten-second slot. */
export class RolloutSums {
  readonly #slots = new Map<string, Slot>();

  get isEmpty(): boolean {
    return this.#slots.size === 0;
  }

  add(call: ComparedCall): void {
    const { at, status, isAway, latencyMs, difference } = call;
    const sum = this.#slotOf(call);
    sum.calls += 1;
    if (status >= 500) {
      sum.failed += 1;
      sum.failedFrom = earlier(sum.failedFrom, at);
      sum.failedUntil = later(sum.failedUntil, at);
    } else sum.answeredAt = later(sum.answeredAt, at);
    if (isRefused(status)) sum.refused += 1;
    if (isAway) sum.away += 1;
    if (latencyMs !== null) countLatency(sum.buckets, latencyMs);
    this.#score(sum, call.score);
    if (!difference) return;
    sum.rows += difference.rows;
    sum.differing += difference.differing;
    sum.maxDelta = Math.max(sum.maxDelta, difference.maxDelta);
  }

  /** Sorted, to avoid deadlocks. */
  json(): string {
    const slots = [...this.#slots].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return JSON.stringify({
      calls: slots.map(([, { buckets: _, ...sum }]) => sum),
      latency: slots.flatMap(([, { rolloutId, side, slot, buckets }]) =>
        [...buckets]
          .toSorted(([a], [b]) => a - b)
          .map(([bucket, calls]) => ({ rolloutId, side, slot, bucket, calls })),
      ),
    });
  }

  clear(): void {
    this.#slots.clear();
  }

  #slotOf({ rolloutId, side, at }: ComparedCall): Slot {
    const time = at.getTime();
    const slot = time - (time % slotMs);
    const key = `${rolloutId} ${slot} ${side}`;
    const sum = this.#slots.get(key) ?? newSlot(rolloutId, side, slot);
    this.#slots.set(key, sum);
    return sum;
  }

  /** Same precision as in the log, so that equal scores have equal means. */
  #score(sum: Slot, given: number | null): void {
    const score = given === null ? Number.NaN : Math.fround(given);
    if (!Number.isFinite(score)) return;
    sum.scored += 1;
    sum.scoreSum += score;
    sum.scoreSquares += score * score;
  }
}
