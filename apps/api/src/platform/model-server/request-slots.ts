import { RowcastError } from '@rowcast/contracts';
import { AnswerTimeout, type CancellationToken, NoConnection } from './exchange.ts';

/** More would only wait longer than their callers do. */
const maxWaiting = 2_000;
/** A model may have more places, or calls that wait for one, while it has fewer than so many times those that are free. */
const share = 2;
/** Deadlines are looked at so often. */
const checkMs = 250;

interface Waiting {
  deadline: number;
  cancellation: CancellationToken;
  resolve(): void;
  reject(error: Error): void;
}

export interface RequestSlots {
  /** Null for who has a place at once. Throws MODEL_SERVER_BUSY where too many wait, AnswerTimeout at the deadline. */
  enter(model: string, deadline: number, cancellation: CancellationToken): Promise<void> | null;
  leave(model: string): void;
  close(): void;
}

/**
 * So many questions at once at a model server. However many calls a model has that does not answer, as while it is
 * loaded, it leaves places to others: alone it gets two thirds, each further one as many, and one that has none is let
 * in before one that has some.
 */
export function createRequestSlots(most: number): RequestSlots {
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const queues = new Map<string, Set<Waiting>>();
  let taken = 0;
  let waiting = 0;

  const mayTake = (model: string) => (held.get(model) ?? 0) < share * (most - taken);

  function take(model: string): void {
    taken += 1;
    held.set(model, (held.get(model) ?? 0) + 1);
  }

  function forget(model: string, who: Waiting): void {
    const queue = queues.get(model);
    if (!queue?.delete(who)) return;
    waiting -= 1;
    who.cancellation.onCancelled = null;
    if (queue.size === 0) queues.delete(model);
  }

  function letIn(): void {
    for (const [model, queue] of queues) {
      if (taken === most) return;
      const [next] = queue;
      if (!next || !mayTake(model)) continue;
      forget(model, next);
      take(model);
      // Its next turn comes after those of all others.
      if (queues.delete(model)) queues.set(model, queue);
      next.resolve();
    }
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [model, queue] of queues)
      for (const who of queue) {
        if (now < who.deadline) continue;
        forget(model, who);
        who.reject(new AnswerTimeout('no place became free in time'));
      }
  }, checkMs).unref();

  return {
    enter(model, deadline, cancellation) {
      if (mayTake(model)) {
        take(model);
        return null;
      }
      const queue = queues.get(model) ?? new Set();
      if (cancellation.reason) throw cancellation.reason;
      if (queue.size >= share * (maxWaiting - waiting))
        throw new RowcastError('MODEL_SERVER_BUSY', { retryAfterSeconds: 1 });
      queues.set(model, queue);
      waiting += 1;
      return new Promise((resolve, reject) => {
        const who = { deadline, cancellation, resolve, reject };
        queue.add(who);
        cancellation.onCancelled = (reason) => {
          forget(model, who);
          reject(reason);
        };
      });
    },
    leave(model) {
      taken -= 1;
      const left = (held.get(model) ?? 0) - 1;
      if (left > 0) held.set(model, left);
      else held.delete(model);
      if (waiting > 0) letIn();
    },
    close() {
      clearInterval(timer);
      for (const queue of queues.values()) for (const { reject } of queue) reject(new NoConnection('closed'));
      queues.clear();
    },
  };
}
