import { isUtf8 } from 'node:buffer';
import { maxBodyBytes, RowcastError } from '@rowcast/contracts';
import { rowTypes } from './read-body.ts';

const parameter = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;
const utf8: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];
const utf16: readonly string[] = ['utf-16', 'utf-16le', 'utf-16be'];
const others: readonly string[] = ['windows-1252', 'cp1252', 'iso-8859-1', 'latin1', 'iso-8859-15'];

const read = 'utf-8, utf-16, windows-1252 and iso-8859-1 are supported';

/** The charset of a Content-Type header; null if there is none. */
const charsetOf = (contentType: string): string | null =>
  parameter.exec(contentType)?.[1]?.toLowerCase() ?? null;

const unsupported = (message: string) => new RowcastError('CONTENT_TYPE_UNSUPPORTED', { message });

/** A stream is passed on unchanged, so it must be UTF-8. */
export function streamedAsUtf8(contentType: string): void {
  const charset = charsetOf(contentType);
  if (charset && !utf8.includes(charset))
    throw unsupported(
      `A stream must be UTF-8, not "${charset.slice(0, 40)}". Send UTF-8, or use a single call.`,
    );
}

/** Byte order marks. They take precedence over the Content-Type header. */
const marks: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

function markOf(body: Buffer): string | null {
  const head = body.toString('hex', 0, 3);
  return marks.find(([mark]) => head.startsWith(mark))?.[1] ?? null;
}

/** The decoder label; null for UTF-8. */
function decoderOf(named: string | null, body: Buffer): string | null {
  if (named !== null && ![utf8, utf16, others].some((known) => known.includes(named)))
    throw unsupported(
      `The charset "${named.slice(0, 40)}" is not supported: ${read}. Use one of these and set it in Content-Type.`,
    );
  const charset = markOf(body) ?? named;
  return charset === null || utf8.includes(charset) ? null : charset;
}

function decoded(body: Buffer, label: string): Buffer {
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(body));
  } catch (cause) {
    const message = `The body is not valid in the charset "${label}" set in Content-Type. Send it in that charset.`;
    throw new RowcastError('CONTENT_TYPE_UNSUPPORTED', { message, cause });
  }
}

/**
 * Converts rows to UTF-8 and returns them with the matching Content-Type. JSON is always UTF-8 and passed on.
 *
 * Throws CONTENT_TYPE_UNSUPPORTED for an unsupported charset and for bytes that are invalid in it.
 */
export function asUtf8(body: Buffer, contentType: string): { body: Buffer; contentType: string } {
  if (!rowTypes.pattern.test(contentType)) return { body, contentType };
  const label = decoderOf(charsetOf(contentType), body);
  const asRead = contentType.replace(parameter, '; charset=utf-8');
  if (label) {
    const text = decoded(body, label);
    if (text.length > maxBodyBytes) throw new RowcastError('BODY_TOO_LARGE');
    return { body: text, contentType: asRead };
  }
  if (isUtf8(body)) return { body, contentType: asRead };
  const type = contentType.split(';')[0]?.trim();
  throw unsupported(
    `The body is not valid UTF-8. Send UTF-8, or set its charset, such as "Content-Type: ${type}; charset=windows-1252": ${read}.`,
  );
}
