import { errorBody } from '@rowcast/contracts/errors/body';
import i18next from 'i18next';
import ky, { type Options } from 'ky';
import { workspaceOnScreen } from '../navigation/workspace.ts';
import { readToken } from '../session/session.ts';
import { randomId } from './random-id.ts';
import { refreshSession } from './refresh-session.ts';
import { RequestError } from './request-error.ts';
import { guardRequest } from './request-guard.ts';
import { traceRequest } from './request-trace.ts';

const timeout = 30_000;
const withoutRefresh =
  /^auth\/(login|signup|verify-otp|verify-email|resend-otp|forgot-password|reset-password|mfa\/verify|refresh-token|logout)$/;

const client = ky.create({ timeout, retry: 0, credentials: 'include', throwHttpErrors: false });

export interface RequestOptions {
  json?: unknown;
  body?: BodyInit;
  search?: Record<string, string | number | boolean | undefined> | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** False for responses that stay open, such as the event stream. */
  timeout?: number | false;
}

/** The API has the same origin as the page. */
export function apiUrl(path: string): URL {
  return new URL(`/api/v1/${path}`, document.baseURI);
}

export function outgoingHeaders(path: string, extra: Record<string, string> = {}): Headers {
  const headers = new Headers(extra);
  // Account requests do not depend on the workspace, and must work after losing access to it.
  const workspace = path.startsWith('auth/') ? undefined : workspaceOnScreen();
  if (workspace) headers.set('x-rowcast-workspace', workspace);
  const token = readToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (i18next.language) headers.set('accept-language', i18next.language);
  headers.set('x-request-id', randomId());
  headers.set('x-timestamp', new Date().toISOString());
  return headers;
}

async function attempt(method: string, path: string, options: RequestOptions): Promise<Response> {
  const headers = outgoingHeaders(path, options.headers);
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  if (options.json !== undefined) headers.set('content-type', 'application/json');
  guardRequest({ path, headers, body });
  const init: Options = { method, headers, timeout: options.timeout ?? timeout };
  if (body !== undefined) init.body = body;
  if (options.search) init.searchParams = options.search;
  if (options.signal) init.signal = options.signal;
  const began = performance.now();
  const trace = (status: number | null) =>
    traceRequest({
      id: headers.get('x-request-id') ?? '',
      method,
      path,
      status,
      milliseconds: performance.now() - began,
    });
  try {
    const response = await client(apiUrl(path), init);
    trace(response.status);
    return response;
  } catch (cause) {
    trace(null);
    if (options.signal?.aborted) throw cause;
    throw networkError();
  }
}

export function networkError(): RequestError {
  return new RequestError({ code: 'NETWORK', message: 'Network error. Please check your connection.' });
}

/** Parses the server's error body. Other responses, for example of a proxy, become an error by status. */
export function toRequestError(status: number, text: string, requestId: string | null): RequestError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const body = errorBody.safeParse(json);
  if (!body.success) {
    return new RequestError({
      code: 'UNKNOWN',
      message: 'An error occurred',
      status,
      requestId: requestId ?? undefined,
    });
  }
  const { error, message, fields } = body.data;
  return new RequestError({ code: error.code, message, status, requestId: body.data.requestId, fields });
}

/** Exchanges the refresh token for new tokens, once for all concurrent callers. */
export function renewSession(staleToken: string | null): Promise<void> {
  return refreshSession(staleToken, (refreshToken) =>
    attempt('post', 'auth/refresh-token', { json: { refreshToken } }),
  );
}

/** Sends a request; on 401 refreshes the session once and retries. Throws RequestError for non-2xx responses. */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const token = readToken();
  let response = await attempt(method, path, options);
  if (response.status === 401 && token !== null && !withoutRefresh.test(path)) {
    await renewSession(token);
    response = await attempt(method, path, options);
  }
  if (response.ok) return response;
  throw toRequestError(response.status, await response.text(), response.headers.get('x-request-id'));
}
