import { isUtf8 } from 'node:buffer';
import { RowcastError } from '@rowcast/contracts';
import { maxBytes, rowTypes } from './body.ts';

const parameter = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;
const utf8: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];
const utf16: readonly string[] = ['utf-16', 'utf-16le', 'utf-16be'];
const others: readonly string[] = ['windows-1252', 'cp1252', 'iso-8859-1', 'latin1', 'iso-8859-15'];

const read = 'utf-8, utf-16, windows-1252 and iso-8859-1 are read';

/** What a caller names as the charset; null where nothing is. */
const charsetOf = (contentType: string): string | null =>
  parameter.exec(contentType)?.[1]?.toLowerCase() ?? null;

const unsupported = (message: string) => new RowcastError('CONTENT_TYPE_UNSUPPORTED', { message });

/** A stream is handed on as it comes, so that it has to be what the model server reads. */
export function streamedAsUtf8(contentType: string): void {
  const charset = charsetOf(contentType);
  if (charset && !utf8.includes(charset))
    throw unsupported(
      `A stream is read as UTF-8, not as "${charset.slice(0, 40)}". Send it as UTF-8, or as one call.`,
    );
}

function orderOf(body: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = body.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : null;
}

/** The label that a decoder goes by; null for what is UTF-8 already. */
function decoderOf(charset: string | null, body: Buffer): string | null {
  if (charset === null || utf16.includes(charset)) {
    const order = orderOf(body);
    if (order && charset !== 'utf-16le' && charset !== 'utf-16be') return order;
    return charset;
  }
  if (utf8.includes(charset)) return null;
  if (others.includes(charset)) return charset;
  throw unsupported(
    `The charset "${charset.slice(0, 40)}" is not read here: ${read}. Send one of these, and name it in Content-Type.`,
  );
}

function decoded(body: Buffer, label: string): Buffer {
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(body));
  } catch (cause) {
    const message = `The body is not valid in the charset "${label}" that it is sent as. Send it in the one that Content-Type names.`;
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
  const charset = charsetOf(contentType);
  const label = decoderOf(charset, body);
  if (label) {
    const text = decoded(body, label);
    if (text.length > maxBytes) throw new RowcastError('BODY_TOO_LARGE');
    return { body: text, contentType: contentType.replace(parameter, '; charset=utf-8') };
  }
  if (isUtf8(body)) return { body, contentType };
  const type = contentType.split(';')[0]?.trim();
  throw unsupported(
    `The body is not valid UTF-8. Send it as UTF-8, or name its charset, such as "Content-Type: ${type}; charset=windows-1252": ${read}.`,
  );
}
