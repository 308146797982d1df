import { mfaRoutes } from '@rowcast/contracts/http/people/mfa';
import { useMutation } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '@/shared/lib/http/call.ts';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { storeTokens } from '@/shared/lib/session/session.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { ProofHost } from './components/proof-host.tsx';
import { useProofRequest, withProof } from './proof-request.ts';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let proved: boolean;
let methods: string[];
const refusal = (status: number, code: string) => ({
  status,
  json: { error: { code }, message: code, detail: code, requestId: 'req_1' },
});

// Preloads the dialog, so that a busy machine does not time out.
beforeAll(() => Promise.all([startWords('security'), import('./components/proof-dialog.tsx')]));
beforeEach(async () => {
  resetRequestGuard();
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  proved = false;
  methods = ['email'];
  server = await startLocalServer(({ method, path, body }) => {
    if (path === '/api/v1/auth/mfa/disable') return proved ? { status: 204 } : refusal(403, 'PROOF_REQUIRED');
    if (path === '/api/v1/auth/proof/code')
      return { status: 202, json: { message: 'sent', mailbox: '/mailbox' } };
    if (path !== '/api/v1/auth/proof') return undefined;
    if (method === 'POST') {
      const { code, password } = JSON.parse(body);
      if (code !== '123456' && password !== 'three blue herons') return refusal(400, 'CODE_WRONG');
      proved = true;
    }
    return { status: 200, json: { methods, provedUntil: null } };
  });
});
afterEach(async () => {
  useProofRequest.getState().request?.refused();
  await server.stop();
});

function Switch() {
  const disable = useMutation({ mutationFn: () => withProof(() => call(mfaRoutes.disable, {})) });
  return (
    <>
      <button
        type="button"
        onClick={() => disable.mutate(undefined, { onSuccess: () => notify.success('Done') })}
      >
        Disable
      </button>
      <output>{disable.status}</output>
    </>
  );
}
const screen = (
  <>
    <Switch />
    <ProofHost />
  </>
);
const paths = () =>
  server.received.map(({ method, path }) => `${method} ${path.replace('/api/v1/auth/', '')}`);

test('asks for proof and then continues the action', async () => {
  const { user, ...page } = renderScreen(screen);
  await user.click(page.getByRole('button', { name: 'Disable' }));
  await user.click(await page.findByRole('button', { name: 'Email me a code' }));
  await user.type(await page.findByLabelText('Code from the email'), '123456');
  expect(page.getByRole('link', { name: /mailbox/ }).getAttribute('href')).toBe('/mailbox');
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  await page.findByText('Done');
  expect(page.queryByRole('dialog')).toBeNull();
  expect(paths()).toEqual([
    'POST mfa/disable',
    'GET proof',
    'POST proof/code',
    'POST proof',
    'POST mfa/disable',
  ]);
});

test('a wrong code keeps the dialog open', async () => {
  methods = ['totp'];
  const { user, ...page } = renderScreen(screen);
  await user.click(page.getByRole('button', { name: 'Disable' }));
  await user.type(await page.findByLabelText('Authenticator code'), '654321');
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  await vi.waitFor(() => expect(paths()).toContain('POST proof'));
  await page.findByText('CODE_WRONG');
  page.getByRole('dialog');
  expect(proved).toBe(false);
});

test('accepts the password, or a mailed code instead', async () => {
  methods = ['password', 'email'];
  const { user, ...page } = renderScreen(screen);
  await user.click(page.getByRole('button', { name: 'Disable' }));
  await user.type(await page.findByLabelText('Current password'), 'three blue herons');
  page.getByRole('button', { name: 'Use an email code instead' });
  await user.click(page.getByRole('button', { name: 'Confirm' }));
  await page.findByText('Done');
});

test('closing the dialog changes nothing and shows no error', async () => {
  const { user, ...page } = renderScreen(screen);
  await user.click(page.getByRole('button', { name: 'Disable' }));
  await page.findByRole('button', { name: 'Email me a code' });
  await user.keyboard('{Escape}');
  await page.findByText('error');
  expect(page.queryByRole('dialog')).toBeNull();
  expect(paths()).toEqual(['POST mfa/disable', 'GET proof']);
  expect(page.queryByText('An error occurred')).toBeNull();
});

test('two concurrent actions ask for proof once', async () => {
  const { user, ...page } = renderScreen(
    <>
      <Switch />
      {screen}
    </>,
  );
  for (const button of page.getAllByRole('button', { name: 'Disable' })) button.click();
  const [send] = await page.findAllByRole('button', { name: 'Email me a code' });
  if (send) await user.click(send);
  await vi.waitFor(() => expect(paths().filter((path) => path === 'POST proof/code')).toHaveLength(1));
});
