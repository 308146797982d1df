import { fireEvent } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { accountAnswers } from '../../../../test/account-answers.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ProfileScreen } from './profile.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('profile', 'account', 'security'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path, body }) => {
    const answer = accountAnswers[`${method} ${path.replace('/api/v1', '')}`];
    if (method === 'PUT')
      return { status: 200, json: { ...(accountAnswers['GET /users/me'] as object), ...JSON.parse(body) } };
    return answer ? { status: 200, json: answer } : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/:username/profile" element={<ProfileScreen />} />
    </Routes>,
    '/asha/profile',
  );

test('saves a webhook without further promises', async () => {
  const { findByRole } = open();
  await findByRole('textbox', { name: /^Webhook URL/, description: /nothing is sent to it yet/ });
});

test('asks before discarding an unsaved webhook', async () => {
  const { user, findByLabelText, findByText, getByRole } = open();
  const isAsked = () => {
    const closing = new Event('beforeunload', { cancelable: true });
    fireEvent(window, closing);
    return closing.defaultPrevented;
  };
  await user.type(await findByLabelText(/^Webhook URL/), 'https://example.org');
  expect(isAsked()).toBe(true);
  await user.click(getByRole('button', { name: 'Save' }));
  await findByText('Webhook URL updated!');
  expect(isAsked()).toBe(false);
});
