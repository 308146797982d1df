import type { ServerResponse } from 'node:http';
import type { RowcastError } from '@rowcast/contracts';
import { securityHeaders } from '../../platform/network/security-headers.ts';
import type { LiveRoute } from '../admission/repository.ts';
import type { Prediction } from '../execution/predict-rows.ts';

/** Alternating names and values, the form that Node writes fastest. */
export type HeaderList = string[];

/** Headers that Express sets on every other response. */
export const fixedHeaders = (https: boolean): HeaderList => [
  ...securityHeaders(https).flat(),
  ...['Cache-Control', 'no-store'],
];

const exposed = [
  'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed',
  'X-Prediction-Id, X-Model-Version, X-Rowcast-Warnings, Inference-Header-Content-Length',
  'Deprecation, Sunset',
].join(', ');

/** CORS headers for the allowed origins. Credentials are never allowed; an API key is not one. */
export function corsHeaders(origins: LiveRoute['origins'], origin: string | undefined): HeaderList {
  if (origins === '*') return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed];
  if (!origins || !origin || !origins.has(origin.toLowerCase())) return origins ? ['Vary', 'Origin'] : [];
  return ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin', 'Access-Control-Expose-Headers', exposed];
}

export const preflightHeaders = (methods: string): HeaderList => [
  ...['Access-Control-Allow-Methods', methods],
  ...[
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, X-Request-Id, Idempotency-Key, X-Rowcast-Policy, Inference-Header-Content-Length',
  ],
  ...['Access-Control-Max-Age', '86400'],
  ...['Content-Length', '0'],
];

const extraHeaders: Partial<Record<RowcastError['code'], HeaderList>> = {
  API_KEY_MISSING: ['WWW-Authenticate', 'Bearer'],
  API_KEY_INVALID: ['WWW-Authenticate', 'Bearer error="invalid_token"'],
  API_KEY_SCOPE: ['WWW-Authenticate', 'Bearer error="insufficient_scope"'],
};

/** Longer bodies are not converted to a string, which would copy them several times. */
const maxTextBytes = 8_192;

type Sent = Omit<Prediction, 'code' | 'rows'>;

/** As a Latin-1 string, head and body leave in one write, which halves the cost. */
function end(res: ServerResponse, body: Buffer): void {
  if (body.length <= maxTextBytes) res.end(body.toString('latin1'), 'latin1');
  else res.end(body);
}

export function sendError(res: ServerResponse, error: RowcastError, body: Buffer, headers: HeaderList): void {
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length));
  if (error.retryAfterSeconds) headers.push('Retry-After', String(error.retryAfterSeconds));
  headers.push(...(extraHeaders[error.code] ?? []));
  end(res.writeHead(error.status, headers), body);
}

export function sendPrediction(
  res: ServerResponse,
  { status, contentType, body, id, version, isWrapped, jsonBytes, warnings }: Sent,
  headers: HeaderList,
): void {
  headers.push('Content-Type', contentType, 'Content-Length', String(body.length));
  if (!isWrapped) headers.push('X-Prediction-Id', id, 'X-Model-Version', `v${version}`);
  if (jsonBytes) headers.push('Inference-Header-Content-Length', jsonBytes);
  // Other formats carry warnings in the body.
  if (warnings && contentType.startsWith('text/csv')) headers.push('X-Rowcast-Warnings', warnings);
  end(res.writeHead(status, headers), body);
}

/** Sends metadata as JSON. */
export function sendJson(res: ServerResponse, content: unknown, headers: HeaderList): void {
  const body = Buffer.from(JSON.stringify(content));
  headers.push('Content-Type', 'application/json', 'Content-Length', String(body.length));
  end(res.writeHead(200, headers), body);
}
