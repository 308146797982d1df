import type { FailedMail } from '@rowcast/contracts/domain/people/mail';
import { within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { FailedMails } from './failed-mails.tsx';

const mail = (part: Partial<FailedMail>): FailedMail => ({
  id: hexId('mail'),
  kind: 'invitation',
  to: 'g•••@example.test',
  createdAt: '2026-01-01T10:00:00Z',
  failedAt: '2026-01-01T10:02:00Z',
  why: 'REFUSED',
  smtpStatus: 550,
  sendable: true,
  ...part,
});
let server: Awaited<ReturnType<typeof startLocalServer>>;
let mails: FailedMail[];

beforeAll(() => startWords('console'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path }) => {
    if (method === 'GET') return { status: 200, json: { data: mails } };
    mails = mails.filter(({ id }) => !path.endsWith(`/mails/${id}/send`));
    return { status: 204 };
  });
});
afterEach(() => server.stop());

test('lists each failed mail with its reason and resends it', async () => {
  mails = [mail({}), mail({ kind: 'code', why: 'UNREACHABLE', smtpStatus: null, sendable: false })];
  const { findAllByRole, findByText, queryByRole, user } = renderScreen(<FailedMails />, '/asha');
  const [first, second] = (await findAllByRole('listitem')).map((row) => within(row));
  first?.getByText(/rejected the email. Check the address.*SMTP status: 550/);
  second?.getByText(/is not responding.*Request a new one/);
  expect(second?.queryByRole('button')).toBeNull();
  await user.click(first?.getByRole('button', { name: /^Try again/ }) as HTMLElement);
  await findByText('Resending the email');
  await expect.poll(() => queryByRole('button', { name: /^Try again/ })).toBeNull();
});

test('reports that no mail failed', async () => {
  mails = [];
  const { findByText } = renderScreen(<FailedMails />, '/asha');
  await findByText(/No emails from this workspace or to its members failed/);
});
