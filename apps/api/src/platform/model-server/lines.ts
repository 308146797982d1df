import type { NetConnectOpts } from 'node:net';
import { AnswerTimeout, type Asked, Line, NoConnection } from './line.ts';

const checkMs = 250;

export interface Lines {
  /** Asks by a free connection, a new one, or, where there are too many, the next to become free. */
  ask(asked: Asked): void;
  /** Asks by no connection that was there before: where one was closed, the others may be about to. */
  askAnew(asked: Asked): void;
  close(): void;
}

/** Connections to one model server, no more than so many. */
export function openLines(place: NetConnectOpts, most: number): Lines {
  const lines = new Set<Line>();
  const free: Line[] = [];
  /** Each with when it has waited too long. */
  const waiting = new Map<Asked, number>();
  let closed = false;

  function next(): Asked | undefined {
    const [asked] = waiting.keys();
    if (asked) waiting.delete(asked);
    return asked;
  }

  function freed(line: Line): void {
    const asked = waiting.size > 0 && next();
    if (asked) line.ask(asked);
    else free.push(line);
  }

  function ended(line: Line): void {
    if (!lines.delete(line)) return;
    const at = free.indexOf(line);
    if (at >= 0) free.splice(at, 1);
    const asked = next();
    if (asked) added().ask(asked);
  }

  function added(): Line {
    const line = new Line(place, freed, ended);
    lines.add(line);
    return line;
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const line of lines) line.check(now);
    for (const [asked, deadline] of waiting) {
      if (now < deadline) continue;
      waiting.delete(asked);
      asked.reject(new AnswerTimeout('no connection became free in time'));
    }
  }, checkMs).unref();

  function askBy(line: Line | null | undefined, asked: Asked): void {
    const { recall, reject } = asked;
    const refused = recall.reason ?? (closed ? new NoConnection('closed') : null);
    const own = refused ? null : (line ?? (lines.size < most ? added() : null));
    if (refused) reject(refused);
    else if (own) own.ask(asked);
    else {
      waiting.set(asked, performance.now() + asked.timeoutMs);
      recall.onTaken = (reason) => {
        waiting.delete(asked);
        reject(reason);
      };
    }
  }

  return {
    ask: (asked) => askBy(free.pop(), asked),
    askAnew(asked) {
      const old = lines.size < most ? undefined : free[0];
      if (old) {
        ended(old);
        old.destroy();
      }
      askBy(null, asked);
    },
    close() {
      closed = true;
      clearInterval(timer);
      for (const asked of waiting.keys()) asked.reject(new NoConnection('closed'));
      waiting.clear();
      for (const line of lines) line.destroy();
    },
  };
}
