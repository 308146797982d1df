import { fireEvent, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { CommandPalette } from './command-palette.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const model = aModel({ version: 3 });
const churn = anApi('Churn', { description: 'Who leaves within a month' });

beforeAll(() => startWords('console'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) => {
    if (!/\/(apis|datasets|models)\?/.test(path)) return { status: 404, json: {} };
    if (path.includes('search=broken')) return { status: 500, json: {} };
    const isFound = path.includes('/apis?') && (path.includes('search=leaves') || !path.includes('search='));
    const isModel = path.includes('/models?') && path.includes('search=income');
    const data = isModel ? [model] : isFound ? [churn] : [];
    return {
      status: 200,
      json: { data, pagination: { page: 1, limit: 8, total: data.length, totalPages: 1 } },
    };
  });
});
afterEach(async () => {
  useSession.setState({ signedIn: false });
  await server.stop();
});

function Opened() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <CommandPalette open={open} onOpenChange={setOpen} onHelp={() => undefined} />
    </>
  );
}

async function opened() {
  const page = renderScreen(
    <Routes>
      <Route path="/:username/*" element={<Opened />} />
    </Routes>,
    '/asha',
  );
  await page.user.click(page.getByRole('button', { name: 'Open' }));
  return { ...page, input: await page.findByRole('combobox') };
}

test('saves a chosen theme for the user, as in the menu', async () => {
  useSession.setState({ signedIn: true });
  const { getByRole } = await opened();
  fireEvent.click(getByRole('option', { name: 'Dark' }));
  const kept = () => server.received.find(({ path }) => path === '/api/v1/settings/preferences');
  await waitFor(() => expect(JSON.parse(kept()?.body ?? 'null')).toEqual({ theme: 'dark' }));
});

test('searches once per word and finds an API by its description', async () => {
  const { user, input, findByRole } = await opened();
  await user.type(input, 'leaves');
  await findByRole('option', { name: 'Churn' });
  const sought = () =>
    server.received
      .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('search'))
      .filter((words) => words);
  await expect.poll(sought).toEqual(['leaves', 'leaves', 'leaves']);
});

test('reports no results only after the server has responded', async () => {
  const { user, input, findByText, queryByText } = await opened();
  await user.type(input, 'zzzz');
  expect(queryByText('No results.')).toBeNull();
  await findByText('No results.');
  expect(server.received.filter(({ path }) => path.includes('search=zzzz'))).toHaveLength(3);
});

test('closing returns the focus', async () => {
  const { user } = await opened();
  await user.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Open');
});

test('a failed search does not report missing results', async () => {
  const { user, input, findByRole, queryByText } = await opened();
  await user.type(input, 'broken');
  await findByRole('alert');
  expect(queryByText('No results.')).toBeNull();
});

test.each([
  ['train', 'Train a model · Churn', `/apis/${churn.id}/models`],
  ['deploy', 'Deploy a model · Churn', `/apis/${churn.id}/models/versions`],
  ['create key', 'Create key · Churn', `/apis/${churn.id}/settings/keys`],
  ['security', 'Settings: security', '/settings'],
  ['income', 'Income · v3', `/apis/${model.apiId}/models/${model.id}`],
])('"%s" finds "%s"', async (words, name, to) => {
  const { user, input, findByRole, address } = await opened();
  await user.type(input, words);
  await user.click(await findByRole('option', { name }));
  expect(address()).toBe(`/asha${to}`);
});
