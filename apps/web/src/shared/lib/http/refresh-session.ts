import { z } from 'zod';
import { clearSession, readRefreshToken, readToken, storeTokens } from '../session/session.ts';
import { RequestError } from './request-error.ts';

const refreshed = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), expiresAt: z.iso.datetime().optional() }),
});

type Exchange = (refreshToken: string) => Promise<Response>;

let running: Promise<void> | null = null;

function sessionEnded(): never {
  clearSession('expired');
  throw new RequestError({
    code: 'SESSION_EXPIRED',
    message: 'Session expired. Please login again.',
    status: 401,
  });
}

async function exchangeTokens(staleToken: string | null, exchange: Exchange): Promise<void> {
  const refreshToken = readRefreshToken();
  if (!refreshToken) sessionEnded();
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
  // A new session may have started in another tab, so this one has not ended.
  if (readToken() !== staleToken) return;
  sessionEnded();
}

const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('rowcast-refresh', run) : run();

/** All requests with a 401 share one refresh, also across tabs if the browser supports locks. */
export function refreshSession(staleToken: string | null, exchange: Exchange): Promise<void> {
  const run = () => exchangeTokens(staleToken, exchange);
  running ??= inTurn(run).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Replaces the session by one that `run` stores. Concurrent requests with a 401 wait for the new session instead of
 * signing out.
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
