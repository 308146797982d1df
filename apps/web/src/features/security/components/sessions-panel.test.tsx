import type { Session } from '@rowcast/contracts/domain/people/session';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const at = '2026-01-01T00:00:00.000Z';
const aSession = (current: boolean): Session => ({
  ...{ id: hexId('ses'), current, createdAt: at, lastUsedAt: at, expiresAt: at },
  device: { browser: 'Firefox', os: 'Linux', kind: 'desktop' },
  place: { kind: 'loopback', address: '127.0.0.1' },
});
let server: Awaited<ReturnType<typeof startLocalServer>>;
let sessions: Session[];

beforeAll(() => startWords('security'));
beforeEach(async () => {
  resetRequestGuard();
  sessions = [aSession(true), aSession(false)];
  server = await startLocalServer(({ method }) => {
    if (method === 'GET') return { status: 200, json: { data: sessions } };
    sessions = sessions.slice(0, 1);
    return { status: 200, json: { revoked: 1 } };
  });
});
afterEach(() => server.stop());

test('ending a session keeps the focus on the page', async () => {
  const { user, findByRole, queryByRole } = renderScreen(
    <main id="content" tabIndex={-1}>
      <SessionsPanel />
    </main>,
  );
  await user.click(await findByRole('button', { name: 'End' }));
  await expect.poll(() => queryByRole('button', { name: 'End' })).toBeNull();
  await expect.poll(() => document.activeElement?.id).toBe('content');
});
