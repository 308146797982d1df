import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { CreateApiDialog } from './create-api-dialog.tsx';

const api = anApi('Churn');
let server: Awaited<ReturnType<typeof startLocalServer>>;
let release: () => void;

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  server = await startLocalServer(async () => {
    await held.promise;
    return { status: 201, json: api };
  });
});
afterEach(() => server.stop());

function Opened() {
  const [open, setOpen] = useState(true);
  return open && <CreateApiDialog open onOpenChange={setOpen} />;
}

test.each([
  ['has closed the dialog meanwhile stays where they are', true],
  ['waits is taken to the new API', false],
])('who %s', async (_who, closes) => {
  const { user, getByLabelText, getByRole, findByText, address } = renderScreen(
    <Routes>
      <Route path="/:username/*" element={<Opened />} />
    </Routes>,
    '/asha',
  );
  await user.type(getByLabelText('Name'), 'Churn');
  await user.click(getByRole('button', { name: 'Create API' }));
  await expect.poll(() => server.received.length).toBe(1);
  if (closes) await user.click(getByRole('button', { name: 'Cancel' }));
  release();
  await findByText('API "Churn" created successfully!');
  await expect.poll(address).toBe(closes ? '/asha' : `/asha/apis/${api.id}`);
});
