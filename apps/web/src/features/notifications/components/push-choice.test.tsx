import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { PushChoice } from './push-choice.tsx';
import { PushSetting } from './push-setting.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let publicKey: string | null;

/** A browser whose push service can't be reached; jsdom has no push API. */
const pushManager = {
  getSubscription: async () => null,
  subscribe: () => Promise.reject(new DOMException('Registration failed - push service error', 'AbortError')),
};

beforeAll(() => startWords('notifications'));
beforeEach(async () => {
  resetRequestGuard();
  publicKey = 'key';
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  server = await startLocalServer(() => ({ status: 200, json: { publicKey } }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await server.stop();
});

test('reports a device that the push service rejects', async () => {
  const { user, findByRole, findByText } = renderScreen(<PushChoice />);
  await user.click(await findByRole('button', { name: 'Turn on notifications on this device' }));
  await findByText('Failed to turn on notifications for this device');
});

test('the setting offers the same choice', async () => {
  const { findByRole } = renderScreen(<PushSetting />);
  await findByRole('button', { name: 'Turn on notifications on this device' });
});

test('the setting reports a server without push messages', async () => {
  publicKey = null;
  const { findByText, queryByRole } = renderScreen(<PushSetting />);
  await findByText(/^Push notifications are not set up on this server/);
  expect(queryByRole('button')).toBeNull();
});

test('the setting reports a browser without push support', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  const { findByText, queryByRole } = renderScreen(<PushSetting />);
  await findByText("This browser doesn't support push notifications here.");
  expect(queryByRole('button')).toBeNull();
});
