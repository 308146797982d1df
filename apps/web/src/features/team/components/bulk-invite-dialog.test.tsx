import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { BulkInviteDialog } from './bulk-invite-dialog.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let release: () => void;

beforeAll(() => startWords('team'));
beforeEach(async () => {
  resetRequestGuard();
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  server = await startLocalServer(async () => {
    await held.promise;
    const row = { line: 2, email: 'ravi@example.org', status: 'invited', error: null };
    return { status: 200, json: { data: [row] } };
  });
});
afterEach(() => server.stop());

test('waits for the result of each invitation', async () => {
  const { user, getByRole, findByText, findByRole, getByLabelText, queryByRole } = renderScreen(
    <BulkInviteDialog />,
  );
  await user.click(getByRole('button', { name: /^Bulk Invite/ }));
  await findByRole('dialog');
  await user.upload(getByLabelText('Upload CSV', { selector: 'input' }), new File(['email'], 'team.csv'));
  await expect.poll(() => getByRole('button', { name: 'Cancel' }).matches(':disabled')).toBe(true);
  await user.keyboard('{Escape}');
  release();
  await findByText('ravi@example.org');
  await user.keyboard('{Escape}');
  await expect.poll(() => queryByRole('dialog')).toBeNull();
});
