import { RowcastError } from '@rowcast/contracts';
import type { Question } from './request.ts';

/** What would begin another line, or take more than one byte a character. */
const unsafe = /[^\t\x20-\x7e\x80-\xff]/;
const unsafePath = /[^\x21-\xff]/;

const cannotBeSent = (what: string) =>
  new RowcastError('VALIDATION_FAILED', { message: `${what} holds a character that cannot be passed on.` });

/** Headers, names and values in turn. Throws VALIDATION_FAILED for what the caller has to send otherwise. */
export function headersOf({
  path,
  contentType,
  accept,
  policy,
  apiPolicy,
  requestId,
  scales,
  others,
}: Question): string[] {
  const headers = ['content-type', contentType, 'x-request-id', requestId, ...others];
  if (accept) headers.push('accept', accept);
  if (policy) headers.push('x-rowcast-policy', policy);
  if (apiPolicy) headers.push('x-rowcast-api-policy', apiPolicy);
  if (scales) headers.push('x-rowcast-scaling', 'on');
  if (unsafePath.test(path)) throw cannotBeSent('The address');
  for (let at = 1; at < headers.length; at += 2)
    if (unsafe.test(headers[at] ?? '')) throw cannotBeSent(`The header ${headers[at - 1]}`);
  return headers;
}
