import type { Request, Response } from 'express';
import type { EventSink } from '../../platform/route.ts';

/** Held back for a reader that does not read; past this it is cut off and may resume. */
const longestBacklog = 1024 * 1024;
const reconnectMs = 2_000;

export function eventSink(req: Request, res: Response): EventSink {
  const write = (text: string) => {
    if (res.writableEnded || res.destroyed) return;
    if (!res.headersSent) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      res.write(`retry: ${reconnectMs}\n\n`);
    }
    res.write(text);
    if (res.writableLength > longestBacklog) res.destroy();
  };
  return {
    lastEventId: req.get('last-event-id'),
    send: (id, data) => write(`${id ? `id: ${id}\n` : ''}data: ${data}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    end: () => void res.end(),
    onClose(listener) {
      if (res.closed || res.destroyed) listener();
      else res.once('close', listener);
    },
  };
}
