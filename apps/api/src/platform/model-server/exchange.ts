import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** No connection in time, or the client is closed. */
export class NoConnection extends Error {}
export class AnswerTimeout extends Error {}

/** The connection broke after the response had begun. */
export class BrokenAnswer extends Error {}

/** Far above the size of 10,000 rows of a hundred classes. */
const maxAnswerBytes = 256 * 1024 * 1024;

export class AnswerTooLarge extends BrokenAnswer {}

const tooLarge = () => new AnswerTooLarge('the response is too large');

/** Cancels a request, whether it has been sent or still waits. */
export class CancellationToken {
  reason: Error | null = null;
  onCancelled: ((reason: Error) => void) | null = null;

  cancel(reason: Error): void {
    this.reason ??= reason;
    this.onCancelled?.(this.reason);
  }
}

/** One request. Handling the parts here costs half of what undici's stream interface does. */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  deadline: number,
  cancellation: CancellationToken,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    let first: Buffer | null = null;
    let others: Buffer[] | null = null;
    let bytes = 0;
    let givenUp: Error | null = cancellation.reason;
    if (givenUp) return reject(givenUp);
    let abort = reject;
    const giveUp = (reason: Error) => {
      givenUp ??= reason;
      abort(givenUp);
    };
    const end = () => {
      clearTimeout(timer);
      cancellation.onCancelled = null;
    };
    cancellation.onCancelled = giveUp;
    const timer = setTimeout(
      () => giveUp(new AnswerTimeout('no response in time')),
      Math.max(0, deadline - performance.now()),
    );
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        if (givenUp) return controller.abort(givenUp);
        abort = (reason) => controller.abort(reason as Error);
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = received;
        if (Number(received['content-length']) > maxAnswerBytes) giveUp(tooLarge());
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) giveUp(tooLarge());
        else if (!first) first = chunk;
        else if (others) others.push(chunk);
        else others = [chunk];
      },
      onResponseEnd() {
        end();
        const body = first ?? Buffer.alloc(0);
        resolve({ status, headers, body: others ? Buffer.concat([body, ...others]) : body });
      },
      onResponseError(_controller, error) {
        end();
        const broken = status > 0 ? new BrokenAnswer(error.message, { cause: error }) : error;
        reject(givenUp ?? broken);
      },
    });
  });
}
