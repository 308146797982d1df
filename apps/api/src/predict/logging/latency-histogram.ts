const minMs = 0.01;

/** Latency histogram with eight buckets per factor of two. */
export type LatencyBuckets = Map<number, number>;

export function countLatency(buckets: LatencyBuckets, milliseconds: number): void {
  const bucket = Math.floor(8 * Math.log2(Math.max(milliseconds, minMs)));
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
}
