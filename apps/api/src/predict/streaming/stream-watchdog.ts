import { RowcastError } from '@rowcast/contracts';
import type { CancellationToken } from '../../platform/model-server.ts';

interface StreamBounds {
  tickMs?: number | undefined;
  /** Minimum number of bytes, in both directions together, within `minMs`. */
  minBytes?: number | undefined;
  minMs?: number | undefined;
  longestMs?: number | undefined;
}

export interface StreamWatch {
  readonly signal: AbortSignal;
  moves(chunk: Buffer): void;
  end(): void;
}

/**
 * Ends a stream that stalls, lasts too long, whose caller disconnected, or whose caller is no longer admitted (`admits`
 * throws). An outage during that check does not end the stream.
 */
export function watchStream(
  cancellation: CancellationToken,
  admits: () => Promise<void>,
  { tickMs = 500, minBytes = 4_096, minMs = 20_000, longestMs = 60 * 60_000 }: StreamBounds = {},
): StreamWatch {
  const aborter = new AbortController();
  const started = performance.now();
  let since = started;
  let bytes = 0;
  let asks = false;

  async function askAgain(): Promise<void> {
    if (asks) return;
    asks = true;
    try {
      await admits();
    } catch (error) {
      if (error instanceof RowcastError && error.status < 500) aborter.abort(error);
    } finally {
      asks = false;
    }
  }
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - since > minMs || now - started > longestMs) aborter.abort(new RowcastError('BODY_TIMEOUT'));
    else void askAgain();
  }, tickMs);
  cancellation.onCancelled = (reason) => aborter.abort(reason);
  if (cancellation.reason) aborter.abort(cancellation.reason);
  return {
    signal: aborter.signal,
    moves({ length }) {
      bytes += length;
      if (bytes < minBytes) return;
      bytes = 0;
      since = performance.now();
    },
    end() {
      clearInterval(timer);
      cancellation.onCancelled = null;
    },
  };
}
