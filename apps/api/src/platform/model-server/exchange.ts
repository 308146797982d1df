import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The connection broke after the answer had begun. */
export class BrokenAnswer extends Error {}

/** Far above what 10,000 rows of a hundred classes come to. */
export const mostAnswerBytes = 256 * 1024 * 1024;

export class AnswerTooLarge extends BrokenAnswer {}

/** Lets whoever waits for a reply take the question back, whether it has been sent or still queues. */
export class Recall {
  reason: Error | null = null;
  onTaken: ((reason: Error) => void) | null = null;

  take(reason: Error): void {
    this.reason ??= reason;
    this.onTaken?.(this.reason);
  }
}

/** One request over the pool. Handling the parts here costs half of what undici's stream interface does. */
export function exchange(pool: Pool, options: Dispatcher.DispatchOptions, recall: Recall): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    let first: Buffer | null = null;
    let others: Buffer[] | null = null;
    let bytes = 0;
    if (recall.reason) return reject(recall.reason);
    recall.onTaken = reject;
    pool.dispatch(options, {
      onRequestStart(controller) {
        if (recall.reason) return controller.abort(recall.reason);
        recall.onTaken = (reason) => controller.abort(reason);
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = received;
      },
      onResponseData(controller, chunk) {
        bytes += chunk.length;
        if (bytes > mostAnswerBytes) controller.abort(new AnswerTooLarge('the answer is too large'));
        else if (!first) first = chunk;
        else if (others) others.push(chunk);
        else others = [chunk];
      },
      onResponseEnd() {
        recall.onTaken = null;
        const body = first ?? Buffer.alloc(0);
        resolve({ status, headers, body: others ? Buffer.concat([body, ...others]) : body });
      },
      onResponseError(_controller, error) {
        recall.onTaken = null;
        const isBroken = status > 0 && !recall.reason && !(error instanceof AnswerTooLarge);
        reject(isBroken ? new BrokenAnswer(error.message, { cause: error }) : error);
      },
    });
  });
}
