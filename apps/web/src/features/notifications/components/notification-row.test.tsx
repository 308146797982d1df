import type { Notification } from '@rowcast/contracts/domain/people/notification';
import { Popover } from 'radix-ui';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { NotificationList } from './notification-list.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let notification: Notification;

beforeAll(() => startWords('notifications'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) => {
    if (path.endsWith('/read'))
      return { status: 200, json: { notification: { ...notification, read: true }, unreadCount: 0 } };
    return path.startsWith('/api/v1/notifications')
      ? { status: 200, json: { notifications: [notification], unreadCount: 1, nextCursor: null } }
      : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

test.each([
  ['with a way to it', '/asha/settings'],
  ['without a way to it', null],
])('marking as read %s keeps the focus and the list open', async (_what, path) => {
  notification = {
    ...{ id: hexId('ntf'), kind: 'security.mfa_enabled', params: {}, path, read: false },
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const { user, findByRole, queryByRole, getByText } = renderScreen(
    <Routes>
      <Route
        path="/:username"
        element={
          <Popover.Root defaultOpen>
            <Popover.Trigger>Notifications</Popover.Trigger>
            <Popover.Content>
              <NotificationList onOpen={() => undefined} />
            </Popover.Content>
          </Popover.Root>
        }
      />
    </Routes>,
    '/asha',
  );
  await user.click(await findByRole('button', { name: 'Mark as read' }));
  await expect.poll(() => queryByRole('button', { name: 'Mark as read' })).toBeNull();
  expect(document.activeElement).toBe(getByText(/^An authenticator app was turned on/));
});
