import { hourMs } from '../../platform/time/durations.ts';
import { RolloutSums } from '../rollouts/rollout-sums.ts';
import { countLatency } from './latency-histogram.ts';
import { type Call, replayedCode } from './logged-call.ts';

/** Statuses that do not count as usage: rejected before the rows were read, or for lack of capacity. */
const tellsOfModel = ({ status, code }: Call) =>
  status >= 400 && status < 499 ? code === 'ROW_INVALID' : code !== 'MODEL_SERVER_BUSY';

interface HourSum {
  apiId: string;
  workspaceId: string;
  hour: number;
  calls: number;
  errors: number;
  rows: number;
  latencySumMs: number;
  timed: number;
  /** Calls by latency bucket. */
  buckets: Map<number, number>;
}

/** Usage of a batch of calls by API and hour. Console calls, rejected calls and replays do not count. */
export class CallSums {
  readonly #hours = new Map<string, HourSum>();
  readonly #lastUsed = new Map<string, number>();
  #latest: HourSum | undefined;
  readonly rollouts = new RolloutSums();

  add(call: Call): void {
    const { apiId, workspaceId, keyId, status, code, rows, latencyMs, at } = call;
    if (!keyId || status === 429 || code === replayedCode) return;
    this.#compare(call);
    const time = at.getTime();
    const sum = this.#sumOf(apiId, workspaceId, time - (time % hourMs));
    sum.calls += 1;
    sum.rows += rows;
    if (status >= 500) sum.errors += 1;
    if (latencyMs !== null) {
      sum.timed += 1;
      sum.latencySumMs += latencyMs;
      countLatency(sum.buckets, latencyMs);
    }
    this.#use(keyId, time);
    this.#use(apiId, time);
  }

  clear(): void {
    this.#hours.clear();
    this.#lastUsed.clear();
    this.#latest = undefined;
    this.rollouts.clear();
  }

  /** Sorted, so that concurrent updates of the same rows cannot deadlock. */
  json(): string {
    const sums = [...this.#hours.values()].toSorted((a, b) => compare(a.apiId, b.apiId) || a.hour - b.hour);
    return JSON.stringify({
      usage: sums.map(({ buckets, hour, ...sum }) => ({ ...sum, hour: new Date(hour) })),
      latency: sums.flatMap(({ apiId, hour, buckets }) =>
        [...buckets]
          .toSorted(([a], [b]) => a - b)
          .map(([bucket, calls]) => ({ apiId, hour: new Date(hour), bucket, calls })),
      ),
      used: [...this.#lastUsed]
        .toSorted(([a], [b]) => compare(a, b))
        .map(([id, at]) => ({ id, at: new Date(at) })),
    });
  }

  #compare(call: Call): void {
    const { rolloutId, label, status, code, latencyMs, at, score = null } = call;
    if (!rolloutId || !label || !tellsOfModel(call)) return;
    const isAway = code === 'MODEL_SERVER_UNAVAILABLE';
    this.rollouts.add({ rolloutId, side: label, at, status, isAway, latencyMs, score });
  }

  #sumOf(apiId: string, workspaceId: string, hour: number): HourSum {
    if (this.#latest?.hour === hour && this.#latest.apiId === apiId) return this.#latest;
    const key = `${apiId} ${hour}`;
    const sum = this.#hours.get(key) ?? {
      apiId,
      workspaceId,
      hour,
      calls: 0,
      errors: 0,
      rows: 0,
      latencySumMs: 0,
      timed: 0,
      buckets: new Map(),
    };
    this.#hours.set(key, sum);
    this.#latest = sum;
    return sum;
  }

  #use(id: string, at: number): void {
    if (at > (this.#lastUsed.get(id) ?? 0)) this.#lastUsed.set(id, at);
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
