import i18next from 'i18next';
import { RequestError } from '../lib/http/request-error.ts';

export interface ErrorText {
  message: string;
  /** What the server said in particular, and the request id to quote. */
  description: string | undefined;
  requestId: string | undefined;
}

/** The catalogue by HTTP status; other statuses speak with the server's own message. */
function statusKey(status: number): 'forbidden' | 'notFound' | 'tooMany' | 'server' | undefined {
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'server' : undefined;
}

/** The sentence of an error: in English the server's own, in other languages by its code where that is known. */
export function byCode({ code, message }: Pick<RequestError, 'code' | 'message'>): string {
  const key = `errors:code.${code}`;
  if (i18next.resolvedLanguage === 'en' || !i18next.exists(key)) return message;
  return i18next.t(key as 'errors:code.NETWORK');
}

/** Any error as a sentence for a person. */
export function describeError(error: unknown, fallback?: string): ErrorText {
  const otherwise = fallback ?? i18next.t('errors:status.otherwise');
  if (!(error instanceof RequestError))
    return { message: otherwise, description: undefined, requestId: undefined };
  const requestLine = error.requestId ? i18next.t('errors:requestId', { id: error.requestId }) : undefined;
  const status = error.status === undefined ? undefined : statusKey(error.status);
  const specific = byCode(error);
  const message = status
    ? i18next.t(`errors:status.${status}`)
    : error.code === 'UNKNOWN'
      ? otherwise
      : specific;
  const detail = status && specific !== message && error.code !== 'UNKNOWN' ? specific : undefined;
  return {
    message,
    description: [detail, requestLine].filter(Boolean).join(' · ') || undefined,
    requestId: error.requestId,
  };
}

/** What could not be done, in the words of the screen, and then why. */
export function describeFailure(error: unknown, failed: string): ErrorText {
  const { message, description, requestId } = describeError(error, failed);
  const reason = message === failed ? description : [message, description].filter(Boolean).join(' · ');
  return { message: failed, description: reason, requestId };
}

/** A field's problem. Where it says what the whole error says, the error's code has a translation. */
export function describeField(error: RequestError, message: string): string {
  const own = error.code === 'VALIDATION_FAILED' || message !== error.message;
  return own ? message : byCode(error);
}

/** Validation messages come from the contracts in English; the catalogue maps those sentences, whatever their number. */
export function translateMessage(message: string): string {
  const catalogue: Record<string, string> | undefined = i18next.getResourceBundle(
    i18next.language,
    'validation',
  );
  const [number = ''] = /\d+/.exec(message) ?? [];
  const known = catalogue?.[message] ?? catalogue?.[message.replace(number, '{{number}}')];
  return known?.replace('{{number}}', number) ?? message;
}
