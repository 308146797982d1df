import { fireEvent, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { ConsoleHeader } from './console-header.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('console', 'site'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 200, json: aUser() }));
});
afterEach(() => server.stop());

test('help opens from the phone menu and returns to it', async () => {
  const { user, getByRole, findByRole } = renderScreen(
    <Routes>
      <Route path="/:username" element={<ConsoleHeader user={undefined} />} />
    </Routes>,
    '/asha',
  );
  await user.click(getByRole('button', { name: 'Menu' }));
  const menu = within(await findByRole('dialog', { name: 'Rowcast' }));
  await user.click(menu.getByRole('button', { name: 'Help' }));
  const help = within(await findByRole('dialog', { name: 'Help' }));
  help.getByLabelText('Search help');
  fireEvent.click(help.getByRole('button', { name: 'Close' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Help');
  await findByRole('dialog', { name: 'Rowcast' });
});
