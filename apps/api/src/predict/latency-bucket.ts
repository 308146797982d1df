const leastMs = 0.01;

/** The bucket of the histograms in which a time is counted: eight to a doubling. */
export const latencyBucket = (milliseconds: number): number =>
  Math.floor(8 * Math.log2(Math.max(milliseconds, leastMs)));
