import { RequestError } from '../lib/http/request-error.ts';
import { describeError } from './error-message.ts';

/** Why a job ended without a result, as a sentence in the chosen language. */
export function failureText({ code, message }: { code: string; message: string }): string {
  return describeError(new RequestError({ code, message })).message;
}
