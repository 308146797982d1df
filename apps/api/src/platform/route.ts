import type { Readable } from 'node:stream';
import type { RouteContract } from '@rowcast/contracts';
import type { z } from 'zod';
import type { RequestContext, SessionContext } from './context.ts';
import type { Access } from './security/permissions.ts';
import type { Checksums } from './storage/checksum-record.ts';

export interface UploadedFile {
  path: string;
  filename: string;
  sizeBytes: number;
  sha256: string;
  checksums: Checksums;
}

/** A streaming response. Nothing is sent before the first call, so that an error can still set the status. */
export interface EventSink {
  readonly lastEventId: string | undefined;
  /** Without an id, a client resumes after the previous event. */
  send(id: string | undefined, data: string): void;
  comment(text: string): void;
  end(): void;
  onClose(listener: () => void): void;
}

/** The response of a download. */
export interface FileAnswer {
  mediaType: string;
  /** Without it, the file is displayed inline, such as a picture. */
  filename?: string;
  content: Readable | Buffer;
  /** The content of this URL never changes, so browsers may cache it forever. */
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

/** Binds a call of the contract to its policy and its handler. */
export function route<R extends RouteContract>(
  contract: R,
  access: R['auth'] extends 'none' ? 'public' : Exclude<Access, 'public'>,
  handle: (ctx: Context<R>, input: Input<R>) => Answer<R>,
): FeatureRoute {
  return { contract, access, handle: handle as FeatureRoute['handle'] };
}
