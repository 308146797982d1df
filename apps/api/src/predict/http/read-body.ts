import type { IncomingMessage } from 'node:http';
import { maxBodyBytes, RowcastError } from '@rowcast/contracts';
import { CallerGone } from '../../platform/model-server/server.ts';
import { encodingUnsupported, typeUnsupported } from '../../platform/network/content-type.ts';

/** Smaller bodies are not counted; that would cost more than they use. */
const smallBytes = 64 * 1024;

/** The media types that a call accepts, and how errors name them. */
export interface Types {
  pattern: RegExp;
  names: readonly string[];
}

export const bodyTypes: Types = {
  pattern:
    /^(application\/(?:[\w.-]+\+)?json|(?:text|application)\/csv|application\/(?:x-)?ndjson|application\/jsonl)\s*(;|$)/i,
  names: ['application/json', 'application/x-ndjson', 'text/csv'],
};

/** One row per line. */
export const rowTypes: Types = {
  pattern: /^((?:text|application)\/csv|application\/(?:x-)?ndjson|application\/jsonl)\s*(;|$)/i,
  names: ['application/x-ndjson', 'text/csv'],
};

/** Binary tensors may follow the JSON. */
const tensorTypes: Types = {
  pattern: /^application\/(json|octet-stream)\s*(;|$)/i,
  names: ['application/json', 'application/octet-stream'],
};

export function contentTypeOf({ headers }: IncomingMessage, { pattern, names }: Types = bodyTypes): string {
  const type = headers['content-type'] ?? 'application/json';
  if (!pattern.test(type)) throw typeUnsupported(headers['content-type'], names);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw encodingUnsupported('not packed');
  return type;
}

export const tensorTypeOf = (req: IncomingMessage): string => contentTypeOf(req, tensorTypes);

/** The Accept header; empty if any format will do. */
export const acceptOf = ({ headers: { accept = '' } }: IncomingMessage): string =>
  accept === '*/*' ? '' : accept;

/** How the caller wants unexpected values to be handled. */
export const policyHeader = ({ headers }: IncomingMessage): string =>
  headers['x-rowcast-policy']?.toString() ?? '';

/** Length of the JSON before binary tensors, for the Open Inference Protocol. */
export const jsonBytesOf = ({ headers }: IncomingMessage): string =>
  headers['inference-header-content-length']?.toString() ?? '';

type Hold = (bytes: number) => boolean;

const hasRoom = (bytes: number, hold: Hold) => bytes <= smallBytes || hold(bytes);
const noRoom = () => new RowcastError('MODEL_SERVER_BUSY', { retryAfterSeconds: 1 });

/** A small body that arrived with its headers needs no waiting. */
function arrived(req: IncomingMessage, hold: Hold): Buffer {
  const body: Buffer = req.read() ?? Buffer.alloc(0);
  if (!hasRoom(body.length, hold)) throw noRoom();
  return body;
}

/**
 * Reads the whole body within its size limit and timeout. Throws CallerGone if the caller disconnects.
 *
 * @param hold Reserves memory for this many bytes; called again as the body grows. False rejects the body.
 */
export function readBody(req: IncomingMessage, hold: Hold, patienceMs = 20_000): Promise<Buffer> {
  if (req.destroyed) throw new CallerGone();
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) throw new RowcastError('BODY_TOO_LARGE');
  if (req.complete) return Promise.resolve(arrived(req, hold));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      req.off('data', take).off('end', finish).off('close', leave);
    };
    const fail = (error: Error) => {
      stop();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) fail(new RowcastError('BODY_TOO_LARGE'));
      else if (!hasRoom(bytes, hold)) fail(noRoom());
      else chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const leave = () => fail(new CallerGone());
    const timer = setTimeout(() => fail(new RowcastError('BODY_TIMEOUT')), patienceMs);
    req.on('data', take).once('end', finish).once('close', leave);
  });
}
