import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { storedEmail } from '@/shared/lib/session/session.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { VerifyScreen } from './verify.tsx';

const message = 'The code is wrong.';
const wrong = {
  ...{ error: { code: 'CODE_WRONG' }, message, detail: message, requestId: 'req_1' },
  fields: [{ field: 'otp', message }],
};
let server: Awaited<ReturnType<typeof startLocalServer>>;
let reached: boolean;

beforeAll(() => startWords('auth'));
beforeEach(async () => {
  resetRequestGuard();
  storedEmail.write('asha@example.com');
  server = await startLocalServer((_request, response) => {
    if (reached) return { status: 400, json: wrong };
    response.destroy();
    return undefined;
  });
});
afterEach(() => server.stop());

test('announces an incomplete code and keeps the input', async () => {
  const { user, getByLabelText, getByRole, findByRole } = renderScreen(<VerifyScreen />, '/verify');
  await user.type(getByLabelText('One-time code'), '123');
  await user.click(getByRole('button', { name: 'Verify' }));
  expect((await findByRole('alert')).textContent).toBe('Please enter a valid 6-digit OTP.');
  expect(document.activeElement).toBe(getByLabelText('One-time code'));
});

test.each([
  ['stays where only the network failed', false, '123456'],
  ['goes where it is what is wrong', true, ''],
])('a code that was typed %s', async (_what, isReached, left) => {
  reached = isReached;
  const { user, getByLabelText, getByRole, findByText } = renderScreen(<VerifyScreen />, '/verify');
  const field = getByLabelText('One-time code') as HTMLInputElement;
  await user.type(field, '123456');
  await findByText(reached ? message : /^Network error/);
  await expect.poll(() => getByRole('button', { name: 'Verify' }).matches(':disabled')).toBe(false);
  expect(field.value).toBe(left);
});
