import type { Api } from '@rowcast/contracts/domain/apis/api';
import { within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ApiShell } from './api-shell.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let shown: Api | undefined;
const model = aModel();
const { id, name, version, metric, score, accuracy } = model;
const newest = { id, name, version, status: 'ready' as const, metric, score, accuracy };

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) => {
    const json = path.startsWith('/api/v1/models') ? model : shown;
    // Otherwise the request stays pending.
    return json ? { status: 200, json } : new Promise<never>(() => undefined);
  });
});
afterEach(() => server.stop());

test.each([
  ['v1 Income is deployed', 'v1', true],
  ['v1 Income is deployed, but the API is turned off', 'v1', false],
  ['No model deployed yet.', 'v0', true],
] as const)('the header shows "%s"', async (words, deployed, enabled) => {
  shown = anApi('Income', { model: newest, version: deployed, enabled });
  const { findByText } = renderScreen(
    <Routes>
      <Route path="/:username/apis/:id" element={<ApiShell />} />
    </Routes>,
    `/asha/apis/${shown.id}`,
  );
  await findByText(words);
});

test.each([
  ['', 'Overview · Income · Rowcast'],
  ['/logs', 'Logs · Income · Rowcast'],
  ['/docs', 'Docs · Income · Rowcast'],
  ['/settings/keys', 'Keys · Income · Rowcast'],
  ['/models/mdl_1', 'Income · Rowcast'],
])('the document title of "%s" is unique', async (below, title) => {
  shown = anApi('Income');
  const { findByRole } = renderScreen(
    <Routes>
      <Route path="/:username/apis/:id/*" element={<ApiShell />} />
    </Routes>,
    `/asha/apis/${shown.id}${below}`,
  );
  await findByRole('heading', { name: 'Income' });
  expect(document.title).toBe(title);
});

test('shows a skeleton below the tabs while the API loads', () => {
  shown = undefined;
  const { getByRole, queryByText } = renderScreen(
    <Routes>
      <Route path="/:username/apis/:id" element={<ApiShell />}>
        <Route index element={<p>the tab</p>} />
      </Route>
    </Routes>,
    '/asha/apis/api_1',
  );
  const below = getByRole('navigation', { name: 'API' }).parentElement?.nextElementSibling;
  expect(below?.className).toContain('skeleton');
  expect(queryByText('the tab')).toBeNull();
});

test('shows the tabs of the specification and Logs, and the pages of the current tab', async () => {
  shown = anApi('Income');
  const { findByText, getByRole, user } = renderScreen(
    <Routes>
      <Route path="/:username/apis/:id/*" element={<ApiShell />} />
    </Routes>,
    `/asha/apis/${shown.id}/settings/keys`,
  );
  await findByText(`API: ${shown.id}`);
  const namesIn = (label: string) =>
    within(getByRole('navigation', { name: label }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(namesIn('API')).toEqual([
    'Overview',
    'Datasets',
    'Models',
    'Testing',
    'Analytics',
    'Logs',
    'Settings',
  ]);
  expect(getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  expect(namesIn('Settings')).toEqual(['General', 'Update', 'Keys']);
  await user.click(getByRole('link', { name: 'Models' }));
  expect(namesIn('Models')).toEqual(['All models', 'Versions and rollouts']);
});
