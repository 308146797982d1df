import { RowcastError } from '@rowcast/contracts';
import type { Pool } from 'undici';

/** A question beside the predictions: about models, or for one to be loaded. */
interface Asking {
  method: 'GET' | 'POST';
  path: string;
  /** Sent as JSON. */
  content?: unknown;
  requestId?: string;
  /** For all of the answer, its body included. */
  withinMs: number;
}

interface Reported {
  status: number;
  /** Throws where it is no JSON. */
  content(): unknown;
  bytes: Buffer;
}

/** Far above what any of these answers comes to. */
const maxBytes = 16 * 1024 * 1024;
const retryAfterSeconds = 3;

async function wholeOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error('the answer is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * The one way to ask a model server outside of the predictions. `read` takes what is agreed from the answer, or throws
 * what is to be reported. Throws MODEL_SERVER_UNAVAILABLE where there is no answer in time, or none that can be read.
 */
export async function requestMetadata<T>(
  { pool }: { pool: Pool },
  { method, path, content, requestId, withinMs }: Asking,
  read: (reported: Reported) => T,
): Promise<T> {
  try {
    const { statusCode: status, body } = await pool.request({
      method,
      path,
      headers: {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(requestId && { 'x-request-id': requestId }),
      },
      body: content === undefined ? null : JSON.stringify(content),
      signal: AbortSignal.timeout(withinMs),
    });
    const bytes = await wholeOf(body);
    return read({ status, bytes, content: () => JSON.parse(bytes.toString()) });
  } catch (cause) {
    if (cause instanceof RowcastError) throw cause;
    throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { cause, retryAfterSeconds });
  }
}
