import type { NetConnectOpts } from 'node:net';
import { type Asked, ClosedConnection, Line } from './line.ts';

const checkMs = 250;

export interface Lines {
  /** Asks by a free connection, a new one, or, where there are too many, the next to become free. */
  ask(asked: Asked): void;
  close(): void;
}

/** Connections to one model server, no more than so many. */
export function openLines(place: NetConnectOpts, most: number): Lines {
  const lines = new Set<Line>();
  const free: Line[] = [];
  const waiting = new Set<Asked>();

  function next(): Asked | undefined {
    const [asked] = waiting;
    if (asked) waiting.delete(asked);
    return asked;
  }

  function freed(line: Line): void {
    const asked = waiting.size > 0 && next();
    if (asked) line.ask(asked);
    else free.push(line);
  }

  function ended(line: Line): void {
    lines.delete(line);
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
  }, checkMs).unref();

  return {
    ask(asked) {
      const { recall, reject } = asked;
      if (recall.reason) return reject(recall.reason);
      const line = free.pop() ?? (lines.size < most ? added() : null);
      if (line) return line.ask(asked);
      waiting.add(asked);
      recall.onTaken = (reason) => {
        waiting.delete(asked);
        reject(reason);
      };
    },
    close() {
      clearInterval(timer);
      for (const asked of waiting) asked.reject(new ClosedConnection('closed'));
      waiting.clear();
      for (const line of lines) line.destroy();
    },
  };
}
