import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { useResend } from '../sign-in-api.ts';
import { ResendCode } from './resend-code.tsx';

const Resend = () => <ResendCode email="asha@example.com" resend={useResend()} />;
let server: Awaited<ReturnType<typeof startLocalServer>>;
beforeAll(() => startWords('auth'));
afterEach(() => server.stop());
beforeEach(() => sessionStorage.clear());

test('resends the code after 60 seconds and restarts the wait', async () => {
  server = await startLocalServer(() => ({ status: 202, json: { message: 'sent' } }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const page = renderScreen(<Resend />);
  const button = page.getByRole('button', { name: 'Resend OTP' });
  for (let second = 0; second < 59; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(button.hasAttribute('disabled')).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(button.hasAttribute('disabled')).toBe(false);
  vi.useRealTimers();
  act(() => button.click());
  await page.findByText('Resending OTP...');
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(true));
  await vi.waitFor(() => page.getByText('(in 60 s)'));
  expect(server.received.map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/auth/resend-otp', '{"email":"asha@example.com"}'],
  ]);
});

test('a reload does not restart the wait', async () => {
  server = await startLocalServer(() => undefined);
  sessionStorage.setItem('otp_sent_at', String(Date.now() - 45_500));
  renderScreen(<Resend />).getByText('(in 15 s)');
});
