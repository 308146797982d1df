import type { z } from 'zod';
import { unexpectedAnswer } from './call.ts';
import { apiUrl, networkError, outgoingHeaders, renewSession, toRequestError } from './http.ts';
import { guardRequest } from './request-guard.ts';
import { readToken } from './session.ts';

export interface UploadOptions {
  /** Text fields sent before the file, so that the server knows them when the file arrives. */
  fields?: Record<string, string>;
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  text: string;
  requestId: string | null;
}

function attempt(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const headers = outgoingHeaders(path, { 'content-type': 'multipart/form-data' });
  guardRequest({ path, headers });
  // The browser writes this header itself: only it knows the boundary.
  headers.delete('content-type');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(path));
    request.withCredentials = true;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.({ sentBytes: event.loaded, totalBytes: event.total });
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader('x-request-id'),
      });
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(form);
  });
}

/** Sends one file in the multipart field `file`, with progress and cancel (`signal`). */
export async function upload<S extends z.ZodType>(
  schema: S,
  path: string,
  file: File,
  options: UploadOptions = {},
): Promise<z.output<S>> {
  options.signal?.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append('file', file);
  const token = readToken();
  let answer = await attempt(path, form, options);
  if (answer.status === 401 && token !== null) {
    await renewSession(token);
    options.signal?.throwIfAborted();
    answer = await attempt(path, form, options);
  }
  if (answer.status < 200 || answer.status > 299)
    throw toRequestError(answer.status, answer.text, answer.requestId);
  const result = schema.safeParse(JSON.parse(answer.text));
  if (result.success) return result.data;
  throw unexpectedAnswer(answer.status, answer.requestId);
}
