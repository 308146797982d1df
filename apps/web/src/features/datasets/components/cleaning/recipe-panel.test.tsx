import { waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { RecipePanel } from './recipe-panel.tsx';

const table = aTable('People', ['age', 'job']);
const version = { ...aTable('People', ['age', 'job']), originalId: table.id, version: 2 };
const refused = {
  error: { code: 'DATASET_NOT_READY' },
  message: 'The dataset is not ready yet. Wait until it has been processed.',
  detail: '',
  requestId: 'req_1',
};

let server: Awaited<ReturnType<typeof startLocalServer>>;
let isRefused: boolean;
beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  isRefused = true;
  const workspace = { id: hexId('ws'), slug: 'asha', name: 'Asha', formerSlugs: [], plan: 'free' };
  const user = aUser({ workspaces: [{ ...workspace, role: 'owner' }] });
  server = await startLocalServer(({ path, method }) => {
    if (path.endsWith('/auth/me')) return { status: 200, json: user };
    if (method === 'POST') return isRefused ? { status: 409, json: refused } : { status: 201, json: version };
    return { status: 200, json: table };
  });
});
afterEach(() => server.stop());

test('a rejected step stays in its dialog for another attempt', async () => {
  const { user, findByRole, findByText, queryByRole } = renderScreen(
    <Routes>
      <Route path="/:username/*" element={<RecipePanel dataset={table} />} />
    </Routes>,
    '/asha',
  );
  const add = await findByRole('button', { name: 'Add step' });
  await waitFor(() => expect(add).toHaveProperty('disabled', false));
  await user.click(add);
  await user.click(await findByRole('combobox', { name: 'Operation' }));
  await user.click(await findByRole('option', { name: 'Remove duplicate rows' }));
  await user.click(await findByRole('button', { name: 'Create version' }));
  await findByText(/Wait until it has been processed/);
  expect((await findByRole('combobox', { name: 'Operation' })).textContent).toBe('Remove duplicate rows');
  isRefused = false;
  await user.click(await findByRole('button', { name: 'Create version' }));
  await findByText('Creating version 2');
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
});
