import type { EventSink } from '../../platform/route.ts';

const maxPerSession = 10;
const maxPerPerson = 20;

/** Open streams per key. One too many ends the oldest. */
function oldestEnds(max: number): (key: string, sink: EventSink) => void {
  const open = new Map<string, Set<EventSink>>();
  return (key, sink) => {
    const sinks = open.get(key) ?? new Set();
    open.set(key, sinks.add(sink));
    const [oldest] = sinks;
    if (oldest && sinks.size > max) {
      // It closes when its reader has taken the rest, and may never.
      sinks.delete(oldest);
      oldest.end();
    }
    sink.onClose(() => {
      sinks.delete(sink);
      if (sinks.size === 0 && open.get(key) === sinks) open.delete(key);
    });
  };
}

/** One session may listen in several tabs and one person in several sessions, but not in any number. */
export function streamLimit(): (who: { sessionId: string; userId: string }, sink: EventSink) => void {
  const limitSession = oldestEnds(maxPerSession);
  const limitPerson = oldestEnds(maxPerPerson);
  return ({ sessionId, userId }, sink) => {
    limitSession(sessionId, sink);
    limitPerson(userId, sink);
  };
}
