import { z } from 'zod';
import { clearSession, readRefreshToken, readToken, storeTokens } from '../session/session.ts';
import { RequestError } from './request-error.ts';

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
  // Signed in anew meanwhile, perhaps in another tab: what is over is not this session.
  if (readToken() !== staleToken) return;
  sessionOver();
}

const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('rowcast-refresh', run) : run();

/** Any number of requests that met a 401 share one refresh, also across tabs where the browser has locks. */
export function refreshSession(staleToken: string | null, exchange: Exchange): Promise<void> {
  const run = () => exchangeTokens(staleToken, exchange);
  running ??= inTurn(run).finally(() => {
    running = null;
  });
  return running;
}

/**
 * For a call that ends this session and begins another, and stores it: requests that the end of the first one meets
 * wait for the second instead of taking it for a sign-out.
 */
export function replaceSession<T>(run: () => Promise<T>): Promise<T> {
  const replaced = inTurn(run);
  const settled: Promise<void> = replaced
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => {
      if (running === settled) running = null;
    });
  running = settled;
  return replaced;
}
