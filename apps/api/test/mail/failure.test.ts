import { expect, test } from 'vitest';
import { failureText, readFailure } from '../../src/features/mail/delivery-failure.ts';

const sendError = (code: string, responseCode?: number) =>
  Object.assign(new Error('535 no such user asha@example.org'), {
    code,
    ...(responseCode && { responseCode }),
  });

test.each([
  ['ECONNECTION', undefined, 'UNREACHABLE'],
  ['ETIMEDOUT', undefined, 'UNREACHABLE'],
  ['EDNS', undefined, 'UNREACHABLE'],
  ['EAUTH', 535, 'LOGIN_REFUSED'],
  ['EENVELOPE', 550, 'REFUSED'],
  ['ESOMETHING', undefined, 'UNKNOWN'],
] as const)(
  '%s with the answer %s is reported as %s, without the words of the server',
  (code, status, why) => {
    expect(readFailure(failureText(sendError(code, status)))).toEqual({ why, smtpStatus: status ?? null });
  },
);

test('what was kept before it had a form, or not at all, is unknown', () => {
  for (const text of ['connect ECONNREFUSED 127.0.0.1:25', 'NOPE 1: no', '', null])
    expect(readFailure(text)).toEqual({ why: 'UNKNOWN', smtpStatus: null });
});
