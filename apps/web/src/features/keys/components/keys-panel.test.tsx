import i18next from 'i18next';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { aKey } from '../../../../test/factories/key.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { KeysPanel } from './keys-panel.tsx';

const key = aKey({ limit: { requests: 100_000, window: 3600 } });
let server: Awaited<ReturnType<typeof startLocalServer>>;
let release: () => void;

beforeAll(() => startWords('keys'));
beforeEach(async () => {
  resetRequestGuard();
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  server = await startLocalServer(async ({ method, path }) => {
    if (!path.includes('/keys')) return { status: 404, json: {} };
    if (method === 'GET') return { status: 200, json: { data: [key] } };
    await held.promise;
    return { status: 201, json: { ...key, key: 'rc_live_whole' } };
  });
});
afterEach(async () => {
  await i18next.changeLanguage('en');
  await server.stop();
});

const open = () =>
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/*" element={<KeysPanel apiId={key.apiId} />} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha',
  );

test.each([
  ['made', 'Create key', 'Create key'],
  ['replaced', 'Rotate Billing', 'Rotate'],
])('a key that is being %s stays visible', async (_what, opens, action) => {
  const { user, findByRole, findByText, getByRole, getByLabelText, queryByRole } = open();
  await user.click(await findByRole('button', { name: opens }));
  await findByRole('dialog');
  if (action === 'Create key') await user.type(getByLabelText('Key name'), 'Billing');
  await user.click(getByRole('button', { name: action }));
  await expect.poll(() => getByRole('button', { name: action }).getAttribute('aria-busy')).toBe('true');
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.bg-scrim') as Element);
  expect(getByRole('button', { name: 'Cancel' }).matches(':disabled')).toBe(true);
  release();
  await findByText('rc_live_whole');
  await user.click(getByRole('button', { name: 'I copied the key' }));
  await expect.poll(() => queryByRole('dialog')).toBeNull();
});

test('formats the limit of a key in the chosen language', async () => {
  await i18next.changeLanguage('de');
  await open().findByText('100.000 pro 3.600 s');
});
