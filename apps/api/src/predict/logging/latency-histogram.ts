const minMs = 0.01;

/** A histogram of times: eight buckets to a doubling. */
export type LatencyBuckets = Map<number, number>;

export function countLatency(buckets: LatencyBuckets, milliseconds: number): void {
  const bucket = Math.floor(8 * Math.log2(Math.max(milliseconds, minMs)));
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
}
