import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

beforeAll(() => startWords('console'));
afterEach(() => vi.unstubAllGlobals());

const serverSays = (checks: Record<string, boolean>) =>
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok', checks }));

test('warns about queued work without a worker', async () => {
  serverSays({ queue: true, worker: false });
  renderScreen(<WaitingNotice work="training" />, '/asha');
  await screen.findByText('No worker is running, so this training is waiting.');
});

test.each([{ queue: true, worker: true }, { queue: true }])(
  'nothing is said where a worker runs, or where a server does not tell: %o',
  async (checks) => {
    serverSays(checks);
    const { container } = renderScreen(<WaitingNotice work="ingest" />, '/asha');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(container.querySelector('[role=status]')).toBeNull();
  },
);
