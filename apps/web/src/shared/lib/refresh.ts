import { z } from 'zod';
import { RequestError } from './request-error.ts';
import { clearSession, readRefreshToken, readToken, storeTokens } from './session.ts';

const refreshed = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), expiresAt: z.iso.datetime().optional() }),
});

type Exchange = (refreshToken: string) => Promise<Response>;

let running: Promise<void> | null = null;

function sessionOver(): never {
  clearSession('expired');
  throw new RequestError({
    code: 'SESSION_EXPIRED',
    message: 'Session expired. Please login again.',
    status: 401,
  });
}

async function exchangeTokens(staleToken: string | null, exchange: Exchange): Promise<void> {
  const refreshToken = readRefreshToken();
  if (!refreshToken) sessionOver();
  if (readToken() !== staleToken) return;
  const response = await exchange(refreshToken);
  const body = response.ok ? refreshed.safeParse(await response.json()) : undefined;
  if (body?.success) return storeTokens(body.data.data);
  if (response.status >= 500) {
    throw new RequestError({
      code: 'INTERNAL',
      message: 'Server error. Please try again later.',
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
    });
  }
  sessionOver();
}

/** Any number of requests that met a 401 share one refresh, also across tabs where the browser has locks. */
export function refreshSession(staleToken: string | null, exchange: Exchange): Promise<void> {
  const run = () => exchangeTokens(staleToken, exchange);
  running ??= ('locks' in navigator ? navigator.locks.request('rowcast-refresh', run) : run()).finally(() => {
    running = null;
  });
  return running;
}
