import type { NetConnectOpts } from 'node:net';
import { NoConnection } from './exchange.ts';
import { type Asked, Line } from './line.ts';

/** Deadlines are looked at so often: a timer a question would cost more than they are worth. */
const checkMs = 250;

export interface Lines {
  /** Asks by a connection of its own for as long as that takes. */
  ask(asked: Asked): void;
  /** Asks by no connection that was there before: where one was closed, the others may be about to. */
  askAnew(asked: Asked): void;
  close(): void;
}

/** Connections to one model server; as many as questions at once, of which whoever asks has so many at most. */
export function openLines(place: NetConnectOpts, most: number): Lines {
  const lines = new Set<Line>();
  const free: Line[] = [];
  let closed = false;

  function ended(line: Line): void {
    if (!lines.delete(line)) return;
    const at = free.indexOf(line);
    if (at >= 0) free.splice(at, 1);
  }

  function added(): Line {
    const line = new Line(place, (freed) => free.push(freed), ended);
    lines.add(line);
    return line;
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const line of lines) line.check(now);
  }, checkMs).unref();

  function askBy(line: Line | undefined, asked: Asked): void {
    const refused = asked.recall.reason ?? (closed ? new NoConnection('closed') : null);
    if (refused) asked.reject(refused);
    else (line ?? added()).ask(asked);
  }

  return {
    ask: (asked) => askBy(free.pop(), asked),
    askAnew(asked) {
      const old = lines.size < most ? undefined : free[0];
      if (old) {
        ended(old);
        old.destroy();
      }
      askBy(undefined, asked);
    },
    close() {
      closed = true;
      clearInterval(timer);
      for (const line of lines) line.destroy();
    },
  };
}
