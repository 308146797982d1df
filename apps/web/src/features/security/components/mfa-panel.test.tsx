import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { storeTokens } from '@/shared/lib/session/session.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { MfaPanel } from './mfa-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let mfaEnabled: boolean;
let held: Promise<void> | undefined;
const recoveryCodes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'];
const answers = (): Record<string, unknown> => ({
  'GET /auth/security': { hasPassword: true, passwordChangedAt: null, mfaEnabled, recoveryCodesLeft: 8 },
  'POST /auth/mfa/recovery-codes': { recoveryCodes },
});

beforeAll(() => startWords('security'));
beforeEach(async () => {
  resetRequestGuard();
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  held = undefined;
  server = await startLocalServer(async ({ method, path, body }) => {
    if (path === '/api/v1/auth/mfa/setup') {
      if (JSON.parse(body).code) await held;
      const begun = { secret: 'JBSWY3DPEHPK3PXP', qrCode: 'data:image/png;base64,', uri: 'otpauth://totp' };
      return { status: 200, json: JSON.parse(body).code ? { recoveryCodes } : begun };
    }
    const answer = answers()[`${method} ${path.replace('/api/v1', '')}`];
    return answer ? { status: 200, json: answer } : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

test.each([
  ['renewed', true],
  ['first', false],
])('%s recovery codes close only by their button', async (_which, enabled) => {
  mfaEnabled = enabled;
  const { user, ...page } = renderScreen(<MfaPanel />);
  if (enabled) {
    await user.click(await page.findByRole('button', { name: 'Generate new recovery codes' }));
  } else {
    await user.click(await page.findByRole('button', { name: 'Set up authenticator app' }));
    await user.type(await page.findByLabelText('Six-digit code'), '123456');
    await user.click(page.getByRole('button', { name: 'Turn on' }));
  }
  await page.findByText(/dddd-eeee-ffff/);
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.bg-scrim') as Element);
  page.getByText(/dddd-eeee-ffff/);
  expect(page.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(page.getByRole('button', { name: 'I have saved them' }));
  await expect.poll(() => page.queryByText(/dddd-eeee-ffff/)).toBeNull();
});

test("the first recovery codes can't be lost by closing the dialog early", async () => {
  mfaEnabled = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const { user, ...page } = renderScreen(<MfaPanel />);
  await user.click(await page.findByRole('button', { name: 'Set up authenticator app' }));
  await user.type(await page.findByLabelText('Six-digit code'), '123456');
  await user.click(page.getByRole('button', { name: 'Turn on' }));
  await user.keyboard('{Escape}');
  resolve();
  await page.findByText(/dddd-eeee-ffff/);
});
