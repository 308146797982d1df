import { RowcastError } from '@rowcast/contracts';
import type { Recall } from './exchange.ts';

/** So many calls in a row that met a closed door. */
const failuresToOpen = 5;
const tickMs = 500;
/** A server that has not finished one call for so long while calls wait is asked whether it is alive. */
const silenceMs = 2_000;

export class ServerSilent extends Error {}

export interface Breaker {
  readonly isOpen: boolean;
  /** Throws while the server is known to be away. */
  enter(recall: Recall): void;
  leave(recall: Recall, outcome: 'answered' | 'failed' | 'taken back'): void;
  close(): void;
}

/**
 * Keeps calls from waiting for a server that is gone or frozen. Open, it asks the server itself until that answers,
 * so no customer's call is the one that finds out.
 */
export function openBreaker(isAlive: () => Promise<boolean>, changed: (open: boolean) => void): Breaker {
  const waiting = new Set<Recall>();
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
    for (const each of waiting) each.take(new ServerSilent('the model server does not answer'));
  };
  const timer = setInterval(tick, tickMs).unref();
  return {
    get isOpen() {
      return open;
    },
    enter(recall) {
      if (open) throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
      if (waiting.size === 0) lastSign = performance.now();
      waiting.add(recall);
    },
    leave(recall, outcome) {
      waiting.delete(recall);
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
