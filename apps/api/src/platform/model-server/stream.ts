import type { Readable, Writable } from 'node:stream';
import { RowcastError } from '@rowcast/contracts';
import { Pool } from 'undici';
import { createKeyedSemaphore } from '../concurrency/keyed-semaphore.ts';

/** Long answers must leave the model server room for the short ones. */
const maxAtOnce = 16;

export interface StreamQuestion {
  path: string;
  rows: Readable;
  contentType: string;
  accept: string;
  policy: string;
  apiPolicy: string;
  /** Whether errors of rows name no fields. */
  silent: boolean;
  /** Whether it may start further processes of the model server. */
  scales: boolean;
  requestId: string;
  signal: AbortSignal;
  /** Called with the head of the answer; gives the place where its body goes. */
  answer(status: number, contentType: string): Writable;
}

/** Rows that are answered while later ones arrive, each stream on a connection of its own. */
export function openStreams(url: string) {
  const pool = new Pool(url, { connections: maxAtOnce, pipelining: 1, connect: { timeout: 2_000 } });
  const takePlace = createKeyedSemaphore(maxAtOnce);
  return {
    async run(question: StreamQuestion) {
      const {
        path,
        rows,
        contentType,
        accept,
        policy,
        apiPolicy,
        silent,
        scales,
        requestId,
        signal,
        answer,
      } = question;
      const leave = takePlace();
      if (!leave) throw new RowcastError('MODEL_SERVER_BUSY', { retryAfterSeconds: 5 });
      try {
        const headers: Record<string, string> = { 'content-type': contentType, 'x-request-id': requestId };
        if (accept) headers.accept = accept;
        if (policy) headers['x-rowcast-policy'] = policy;
        if (silent) headers['x-rowcast-silent'] = '1';
        if (apiPolicy) headers['x-rowcast-api-policy'] = apiPolicy;
        if (scales) headers['x-rowcast-scaling'] = 'on';
        // No timeout here: the caller watches for stalls.
        const patience = { signal, headersTimeout: 0, bodyTimeout: 0 };
        await pool.stream({ method: 'POST', path, headers, body: rows, ...patience }, (head) =>
          answer(head.statusCode, String(head.headers['content-type'] ?? 'application/json')),
        );
      } finally {
        leave();
      }
    },
    close: () => pool.destroy(),
  };
}
