import { isUtf8 } from 'node:buffer';
import { maxBodyBytes, RowcastError } from '@rowcast/contracts';
import { rowTypes } from './read-body.ts';

const parameter = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;
const utf8: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];
const utf16: readonly string[] = ['utf-16', 'utf-16le', 'utf-16be'];
const others: readonly string[] = ['windows-1252', 'cp1252', 'iso-8859-1', 'latin1', 'iso-8859-15'];

const read = 'utf-8, utf-16, windows-1252 and iso-8859-1 are supported';

/** What a caller names as the charset; null where nothing is. */
const charsetOf = (contentType: string): string | null =>
  parameter.exec(contentType)?.[1]?.toLowerCase() ?? null;

const unsupported = (message: string) => new RowcastError('CONTENT_TYPE_UNSUPPORTED', { message });

/** A stream is handed on as it comes, so that it has to be what the model server reads. */
export function streamedAsUtf8(contentType: string): void {
  const charset = charsetOf(contentType);
  if (charset && !utf8.includes(charset))
    throw unsupported(
      `A stream must be UTF-8, not "${charset.slice(0, 40)}". Send UTF-8, or use a single call.`,
    );
}

/** By their first bytes, which are no text: what a body begins with says more than what its sender calls it. */
const marks: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

function markOf(body: Buffer): string | null {
  const head = body.toString('hex', 0, 3);
  return marks.find(([mark]) => head.startsWith(mark))?.[1] ?? null;
}

/** The label that a decoder goes by; null for what is UTF-8 already. */
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
 * Rows as text in UTF-8, with the type that says so. JSON is UTF-8 by its own rules, and is left to its reader.
 *
 * Throws CONTENT_TYPE_UNSUPPORTED for a charset that is not read, and for bytes that are not what they are sent as.
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
