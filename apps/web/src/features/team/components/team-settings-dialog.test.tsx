import { defaultTeamSettings } from '@rowcast/contracts/domain/people/team';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { TeamSettingsDialog } from './team-settings-dialog.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('team'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path, body }) =>
    path === '/api/v1/team/settings'
      ? { status: 200, json: { ...defaultTeamSettings, ...(body && JSON.parse(body)) } }
      : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

test('sends only changes, so that other changes are kept', async () => {
  const { user, findByRole, findByText, getByRole } = renderScreen(<TeamSettingsDialog />, '/asha/invite');
  await user.click(await findByRole('button', { name: 'Team Settings' }));
  await user.click(await findByRole('switch', { name: /approval/i }));
  await user.click(getByRole('button', { name: 'Save settings' }));
  await findByText(/settings (saved|updated)/i);
  const sent = server.received.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { requireApproval: !defaultTeamSettings.requireApproval },
  ]);
});
