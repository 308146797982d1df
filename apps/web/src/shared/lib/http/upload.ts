import type { z } from 'zod';
import { readToken } from '../session/session.ts';
import { unexpectedResponse } from './call.ts';
import { nameIn } from './download.ts';
import { guardRequest } from './request-guard.ts';
import { apiUrl, networkError, outgoingHeaders, renewSession, toRequestError } from './send.ts';

export interface UploadOptions {
  /** Text fields sent before the file, so that the server has them when the file arrives. */
  fields?: Record<string, string>;
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
  /** Received bytes of the response. */
  onReceived?: (bytes: number) => void;
  signal?: AbortSignal;
}

const requestIdOf = (request: XMLHttpRequest) => request.getResponseHeader('x-request-id');

function attempt(
  path: string,
  form: FormData,
  { onProgress, onReceived, signal }: UploadOptions,
  forFile: boolean,
): Promise<XMLHttpRequest> {
  const headers = outgoingHeaders(path, { 'content-type': 'multipart/form-data' });
  guardRequest({ path, headers });
  // The browser sets this header, because only it knows the boundary.
  headers.delete('content-type');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(path));
    request.withCredentials = true;
    if (forFile) request.responseType = 'blob';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.({ sentBytes: event.loaded, totalBytes: event.total });
    request.onprogress = (event) => onReceived?.(event.loaded);
    request.onload = () => resolve(request);
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(form);
  });
}

/** Error responses also arrive in the requested type. */
const textOf = ({ response }: XMLHttpRequest): Promise<string> | string =>
  response instanceof Blob ? response.text() : String(response);

async function send(path: string, file: File, options: UploadOptions, forFile = false) {
  options.signal?.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append('file', file);
  const token = readToken();
  let answer = await attempt(path, form, options, forFile);
  if (answer.status === 401 && token !== null) {
    await renewSession(token);
    options.signal?.throwIfAborted();
    answer = await attempt(path, form, options, forFile);
  }
  if (answer.status < 200 || answer.status > 299)
    throw toRequestError(answer.status, await textOf(answer), requestIdOf(answer));
  return answer;
}

/** Uploads a file in the multipart field `file`, with progress and cancellation (`signal`). */
export async function upload<S extends z.ZodType>(
  schema: S,
  path: string,
  file: File,
  options: UploadOptions = {},
): Promise<z.output<S>> {
  const answer = await send(path, file, options);
  const result = schema.safeParse(JSON.parse(answer.responseText));
  if (result.success) return result.data;
  throw unexpectedResponse(answer.status, requestIdOf(answer));
}

export interface PredictionFile {
  content: Blob;
  name: string;
  requestId: string | null;
}

/** Uploads a file and receives a file. Browsers store large ones outside the page's memory. */
export async function uploadForFile(
  path: string,
  file: File,
  options: UploadOptions = {},
): Promise<PredictionFile> {
  const answer = await send(path, file, options, true);
  const name = nameIn(answer.getResponseHeader('content-disposition'), file.name);
  return { content: answer.response as Blob, name, requestId: requestIdOf(answer) };
}
