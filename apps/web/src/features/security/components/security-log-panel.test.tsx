import { screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { SecurityLogPanel } from './security-log-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const total = 12;

beforeAll(() => startWords('security'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) => {
    const page = Number(new URL(path, 'http://server').searchParams.get('page'));
    const events = Array.from({ length: total }, (_, at) => ({
      ...{ id: `event-${at}`, kind: 'signed_in', at: '2026-11-23T10:00:00Z', details: {} },
      ...{ device: { browser: null, os: null, kind: 'other' }, place: { kind: 'unknown', address: '' } },
    }));
    const data = events.slice(10 * (page - 1), 10 * page);
    return { status: 200, json: { data, pagination: { page, limit: 10, total, totalPages: 2 } } };
  });
});
afterEach(() => server.stop());

test('a page past the end is replaced by the last page', async () => {
  renderScreen(
    <NuqsTestingAdapter hasMemory searchParams="?logPage=9">
      <SecurityLogPanel />
    </NuqsTestingAdapter>,
  );
  await screen.findByText('Page 2 of 2');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
});
