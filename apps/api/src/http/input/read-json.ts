import express, { type Request, type RequestHandler } from 'express';
import { typeUnsupported } from '../../platform/network/content-type.ts';

const limit = 10 * 1024 * 1024;
const deepest = 100;
const slowestMs = 25_000;

const byte = { quote: 0x22, backslash: 0x5c, openArray: 0x5b, closeArray: 0x5d, open: 0x7b, close: 0x7d };

/** Looks at the bytes, since a deeply nested value can be parsed but not walked or written again. */
function isDeeperThan(json: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (inText) {
      if (char === byte.backslash) at += 1;
      else if (char === byte.quote) inText = false;
    } else if (char === byte.quote) inText = true;
    else if (char === byte.openArray || char === byte.open) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === byte.closeArray || char === byte.close) depth -= 1;
  }
  return false;
}

declare global {
  namespace Express {
    interface Request {
      /** The body's bytes, unpacked. */
      written?: Buffer;
    }
  }
}

const parse = express.json({
  limit,
  verify(req: Request, _res, bytes, charset) {
    // In another one the bytes of a bracket or a quote may be part of a letter.
    if (charset !== 'utf-8')
      throw Object.assign(new Error(`charset ${charset}`), { type: 'charset.unsupported' });
    if (isDeeperThan(bytes, deepest)) throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' });
    req.written = bytes;
  },
});

const hasBody = (headers: Record<string, unknown>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads a JSON body. Other content types are rejected. */
export const readJson: RequestHandler = (req, res, next) => {
  if (!hasBody(req.headers)) return next();
  if (!req.is('application/json')) throw typeUnsupported(req.headers['content-type'], ['application/json']);
  const cutOff = setTimeout(() => req.destroy(), slowestMs);
  parse(req, res, (error) => {
    clearTimeout(cutOff);
    next(error);
  });
};
