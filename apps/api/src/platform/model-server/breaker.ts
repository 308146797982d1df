import { RowcastError } from '@rowcast/contracts';
import type { CancellationToken } from './exchange.ts';

/** Consecutive requests that failed to connect. */
const failuresToOpen = 5;
const tickMs = 500;
/** If requests wait and none has ended for so long, the server's health is checked. */
const silenceMs = 2_000;

export class ServerSilent extends Error {}

export interface Breaker {
  readonly isOpen: boolean;
  /** Throws while the breaker is open. */
  enter(cancellation: CancellationToken): void;
  leave(cancellation: CancellationToken, outcome: 'answered' | 'failed' | 'cancelled'): void;
  close(): void;
}

/**
 * A circuit breaker: requests do not wait for a server that is gone or hangs. While it is open, it checks the server's
 * health itself, so that no customer's request is the probe.
 */
export function openBreaker(isAlive: () => Promise<boolean>, changed: (open: boolean) => void): Breaker {
  const waiting = new Set<CancellationToken>();
  let failures = 0;
  let open = false;
  let lastSign = performance.now();
  let asking = false;

  const set = (next: boolean) => {
    if (open === next) return;
    open = next;
    changed(open);
  };
  const tick = async () => {
    const silent = waiting.size > 0 && performance.now() - lastSign > silenceMs;
    if (asking || (!open && !silent)) return;
    asking = true;
    const alive = await isAlive();
    asking = false;
    if (alive) {
      failures = 0;
      lastSign = performance.now();
      set(false);
      return;
    }
    set(true);
    for (const each of waiting) each.cancel(new ServerSilent('the model server does not respond'));
  };
  const timer = setInterval(tick, tickMs).unref();
  return {
    get isOpen() {
      return open;
    },
    enter(cancellation) {
      if (open) throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
      if (waiting.size === 0) lastSign = performance.now();
      waiting.add(cancellation);
    },
    leave(cancellation, outcome) {
      waiting.delete(cancellation);
      if (outcome === 'answered') {
        failures = 0;
        lastSign = performance.now();
      } else if (outcome === 'failed') {
        failures += 1;
        if (failures >= failuresToOpen) set(true);
      }
    },
    close: () => clearInterval(timer),
  };
}
