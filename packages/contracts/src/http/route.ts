import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** One call of the HTTP API: what goes in, what comes out, which errors it can give. */
export interface RouteContract {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /api/v1, in Express notation. */
  readonly path: string;
  readonly summary: string;
  /** One or two sentences: what it does, who may call it, what to note. */
  readonly description: string;
  readonly tag: string;
  readonly auth: 'none' | 'session';
  /** Only for a caller who proved within the last ten minutes who is there. */
  readonly proof?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is passed on as it was written, so that a caller gives its text. */
  readonly verbatim?: true;
  /** A body of any kind may be sent and is not read. */
  readonly ignoresBody?: true;
  /** The body is multipart/form-data with one file in the field "file". */
  readonly upload?: boolean;
  /** Less than what the server takes for a dataset. */
  readonly maxUploadMb?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
  /** The answer stays open as text/event-stream; each event's data is one of these. */
  readonly stream?: z.ZodType;
  /** The answer is a file of one of these media types. */
  readonly download?: readonly string[];
  /** The file is made while it is sent: few are at once. */
  readonly made?: true;
  readonly errors: readonly ErrorCode[];
}

export function defineRoute<const T extends RouteContract>(route: T): T {
  return route;
}
