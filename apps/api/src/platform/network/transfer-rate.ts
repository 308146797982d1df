export interface MinimumRate {
  bytesPerSecond: number;
  /** The rate is compared after each period of this length. */
  periodMs: number;
}

/** Passes a body on, and calls `abort` after a period in which it arrived more slowly. */
export async function* atLeast(
  body: AsyncIterable<Buffer>,
  { bytesPerSecond, periodMs }: MinimumRate,
  abort: () => void,
): AsyncGenerator<Buffer> {
  let received = 0;
  const timer = setInterval(() => {
    if ((received * 1_000) / periodMs < bytesPerSecond) abort();
    received = 0;
  }, periodMs);
  try {
    for await (const chunk of body) {
      received += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(timer);
  }
}
