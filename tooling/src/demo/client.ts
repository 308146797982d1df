/** What the product answered instead of what was asked for. */
export class DemoError extends Error {}

export type Client = {
  address: string;
  /** Ends what is under way. */
  signal: AbortSignal | undefined;
  json<T>(method: string, path: string, options?: { body?: unknown; token?: string }): Promise<T>;
  form<T>(path: string, form: FormData, token: string): Promise<T>;
};

type ErrorBody = { error?: { code?: string }; message?: string; detail?: string; requestId?: string };

/** Calls the product as any program would: over HTTP alone. */
export function clientOf(address: string, signal?: AbortSignal): Client {
  const send = async <T>(method: string, path: string, init: RequestInit): Promise<T> => {
    let answer: Response;
    try {
      answer = await fetch(`${address}${path}`, { method, signal: signal ?? null, ...init });
    } catch (error) {
      signal?.throwIfAborted();
      const { cause, message } = error as Error & { cause?: Error };
      throw new DemoError(`${method} ${address}${path}: ${cause?.message || message}`);
    }
    const text = await answer.text();
    if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
    throw new DemoError(`${method} ${path} was answered with ${answer.status}: ${sentence(text)}`);
  };
  const authorization = (token?: string): Record<string, string> =>
    token ? { authorization: `Bearer ${token}` } : {};
  return {
    address,
    signal,
    json: (method, path, { body, token } = {}) =>
      send(method, path, {
        headers: {
          ...authorization(token),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    form: (path, form, token) => send('POST', path, { headers: authorization(token), body: form }),
  };
}

/** What an answer says, each thing once. */
export function sentence(text: string): string {
  try {
    const { error, message, detail, requestId } = JSON.parse(text) as ErrorBody;
    return [
      message,
      detail === message ? '' : detail,
      error?.code && `[${error.code}]`,
      requestId && `request ${requestId}`,
    ]
      .filter(Boolean)
      .join(' ');
  } catch {
    return text.slice(0, 200);
  }
}
