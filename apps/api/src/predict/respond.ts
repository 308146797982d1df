import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RowcastError } from '@rowcast/contracts';
import type { Request, Response } from 'express';
import { securityHeaders } from '../http/security-headers.ts';
import type { Prediction } from './answer.ts';

type Headers = Record<string, string>;

/** What the security middleware of the rest of the API sets, worked out once. */
export function fixedHeaders(https: boolean): Headers {
  const blank = new ServerResponse(new IncomingMessage(new Socket()));
  securityHeaders(https)(blank.req as Request, blank as Response, () => {});
  return {
    ...(blank.getHeaders() as Headers),
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
  };
}

export const preflightHeaders: Headers = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Request-Id',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};

const extraHeaders: Partial<Record<RowcastError['code'], Headers>> = {
  METHOD_NOT_ALLOWED: { Allow: 'POST, OPTIONS' },
  API_KEY_MISSING: { 'WWW-Authenticate': 'Bearer' },
  API_KEY_INVALID: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
};

export function sendError(res: ServerResponse, error: RowcastError, requestId: string): void {
  const body = JSON.stringify(error.toBody(requestId));
  res.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(error.retryAfterSeconds && { 'Retry-After': String(error.retryAfterSeconds) }),
    ...extraHeaders[error.code],
  });
  res.end(body);
}

export function sendPrediction(res: ServerResponse, { status, contentType, body }: Prediction): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length });
  res.end(body);
}
