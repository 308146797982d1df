import { RowcastError } from '@rowcast/contracts';

const maxShown = 80;

/** That a body of this type is not read where it was sent, and which are. */
export function typeUnsupported(sent: string | undefined, types: readonly string[]): RowcastError {
  const came = sent ? `The content type "${sent.slice(0, maxShown)}"` : 'A body without a content type';
  const read = types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}` : types[0];
  const header =
    types.length > 1 ? 'and name it in the header Content-Type' : `with the header "Content-Type: ${read}"`;
  return new RowcastError('CONTENT_TYPE_UNSUPPORTED', {
    message: `${came} is not supported. Send ${read}, ${header}.`,
  });
}

/** The same of how it is packed. */
export const encodingUnsupported = (read: string): RowcastError =>
  new RowcastError('CONTENT_TYPE_UNSUPPORTED', {
    message: `The Content-Encoding or character set of the body is not supported. Send UTF-8, ${read}.`,
  });
