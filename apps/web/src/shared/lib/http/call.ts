import type { RouteContract } from '@rowcast/contracts/http/route';
import type { z } from 'zod';
import { RequestError } from './request-error.ts';
import { type RequestOptions, send } from './send.ts';

type Given<Name extends string, S> = S extends z.ZodType
  ? { [K in Name]: z.input<S> }
  : { [K in Name]?: never };
type Query<S> = S extends z.ZodType ? { query?: z.input<S> } : { query?: never };

export type CallInput<R extends RouteContract> = Given<'params', R['params']> &
  Query<R['query']> &
  (R['verbatim'] extends true ? { body: string } : Given<'body', R['body']>) & {
    signal?: AbortSignal | undefined;
  };

export type CallOutput<R extends RouteContract> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : undefined;

type Scalar = string | number | boolean | undefined;

export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export const queryOf = ({ query }: { query?: unknown }) => query as Record<string, Scalar> | undefined;

export function unexpectedResponse(status: number, requestId: string | null): RequestError {
  return new RequestError({
    code: 'ANSWER_UNEXPECTED',
    message:
      'The server sent an answer this page does not understand. Reload the page to get the current version.',
    status,
    requestId: requestId ?? undefined,
  });
}

/** Calls a route of the contract and validates the response: `call(apiRoutes.get, { params: { id } })`. */
export async function call<R extends RouteContract>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
  const options: RequestOptions = { signal: input.signal, search: queryOf(input) };
  if (route.verbatim) {
    options.body = input.body as string;
    options.headers = { 'content-type': 'application/json' };
  } else if (input.body !== undefined) options.json = input.body;
  const response = await send(route.method, fillPath(route.path, input.params), options);
  if (!route.response) return undefined as CallOutput<R>;
  const content = await response.json().catch(() => input.signal?.throwIfAborted());
  const answer = route.response.safeParse(content);
  if (answer.success) return answer.data as CallOutput<R>;
  console.error(`Unexpected answer to ${route.id}`, answer.error.issues);
  throw unexpectedResponse(response.status, response.headers.get('x-request-id'));
}
