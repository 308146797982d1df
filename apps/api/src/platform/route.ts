import type { Readable } from 'node:stream';
import type { RouteContract } from '@rowcast/contracts';
import type { z } from 'zod';
import type { RequestContext, SessionContext } from './context.ts';
import type { Access } from './security/permissions.ts';

export interface UploadedFile {
  path: string;
  filename: string;
  sizeBytes: number;
  sha256: string;
}

/** An answer that stays open. Nothing is sent before the first call, so that an error can still be answered. */
export interface EventSink {
  readonly lastEventId: string | undefined;
  /** Without an id, the caller resumes after the event before. */
  send(id: string | undefined, data: string): void;
  comment(text: string): void;
  end(): void;
  onClose(listener: () => void): void;
}

/** What a call with a download answers. */
export interface FileAnswer {
  mediaType: string;
  /** Shown in the page that asks for it, such as a picture, where it is left out. */
  filename?: string;
  content: Readable | Buffer;
  /** Its address never means anything else, so a browser need not ask again. */
  immutable?: boolean;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

export interface Input<R extends RouteContract> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
  written: R['verbatim'] extends true ? Buffer : undefined;
  file: R['upload'] extends true ? UploadedFile : undefined;
  sink: R['stream'] extends z.ZodType ? EventSink : undefined;
}

type Context<R extends RouteContract> = R['auth'] extends 'none' ? RequestContext : SessionContext;
type Answer<R extends RouteContract> = R['response'] extends z.ZodType
  ? Promise<z.input<R['response']>>
  : R['download'] extends readonly string[]
    ? Promise<FileAnswer>
    : Promise<void>;

export interface FeatureRoute {
  contract: RouteContract;
  access: Access;
  handle: (ctx: RequestContext, input: Input<RouteContract>) => Promise<unknown>;
}

/** Ties a call of the contract to the permission it needs and the function that answers it. */
export function route<R extends RouteContract>(
  contract: R,
  access: R['auth'] extends 'none' ? 'public' : Exclude<Access, 'public'>,
  handle: (ctx: Context<R>, input: Input<R>) => Answer<R>,
): FeatureRoute {
  return { contract, access, handle: handle as FeatureRoute['handle'] };
}
