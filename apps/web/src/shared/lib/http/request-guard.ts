import { RequestError } from './request-error.ts';

const windowMs = 60_000;
const maxRequests = 100;
const maxBodyBytes = 10 * 1024 * 1024;
const checkedPaths = /(^|\/)auth\/(login|signup|change-password)$/;
const allowedTypes = ['application/json', 'multipart/form-data', 'text/plain'];
const strippedHeaders = ['x-forwarded-for', 'x-real-ip', 'x-forwarded-proto'];

const sent: number[] = [];

interface Outgoing {
  path: string;
  headers: Headers;
  body?: unknown;
}

/** Rejects locally what the server would reject anyway. */
export function guardRequest({ path, headers, body }: Outgoing, now = Date.now()): void {
  while (sent[0] !== undefined && sent[0] <= now - windowMs) sent.shift();
  if (sent.length >= maxRequests) {
    throw new RequestError({
      code: 'CLIENT_RATE_LIMITED',
      message: 'Rate limit exceeded. Please try again later.',
    });
  }
  const tooLarge = typeof body === 'string' && new Blob([body]).size > maxBodyBytes;
  const type = headers.get('content-type') ?? '';
  const wrongType = checkedPaths.test(path) && !allowedTypes.some((allowed) => type.includes(allowed));
  if (tooLarge || wrongType) {
    throw new RequestError({ code: 'CLIENT_REQUEST_INVALID', message: 'Invalid request detected' });
  }
  for (const header of strippedHeaders) headers.delete(header);
  sent.push(now);
}

export function resetRequestGuard(): void {
  sent.length = 0;
}
