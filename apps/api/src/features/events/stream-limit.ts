import type { EventSink } from '../../platform/route.ts';

const maxPerSession = 10;

/** One session may listen in several tabs, not in any number: the oldest stream makes room. */
export function streamLimit(): (sessionId: string, sink: EventSink) => void {
  const open = new Map<string, Set<EventSink>>();
  return (sessionId, sink) => {
    const sinks = open.get(sessionId) ?? new Set();
    open.set(sessionId, sinks.add(sink));
    const [oldest] = sinks;
    if (oldest && sinks.size > maxPerSession) {
      // It closes when its reader has taken the rest, and may never.
      sinks.delete(oldest);
      oldest.end();
    }
    sink.onClose(() => {
      sinks.delete(sink);
      if (sinks.size === 0 && open.get(sessionId) === sinks) open.delete(sessionId);
    });
  };
}
