import { expect, test } from 'vitest';
import { codeIn } from '../src/demo/code.ts';

const email = 'demo-123456@example.com';

test.each([
  ['a line of JSON', `{"mail":{"to":"${email}","code":"204761"}}`],
  ['a line for people', `  Mail to ${email}: your code is 204761`],
  ['a prefixed line', `jobs_1  | {"code":"204761","to":"${email}"}`],
])('the code is read from %s', (_what, line) => {
  expect(codeIn(`started\n${line}\nstopped`, email)).toBe('204761');
});

test('the newest code counts, and only that of the address', () => {
  const log = [`to ${email} code 111111`, `to ${email} code 222222`, 'to other@example.com code 333333'].join(
    '\n',
  );
  expect(codeIn(log, email)).toBe('222222');
  expect(codeIn(log, 'nobody@example.com')).toBeUndefined();
});
