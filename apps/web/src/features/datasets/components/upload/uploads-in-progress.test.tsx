import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { clearSession, storeTokens } from '@/shared/lib/session/session.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { startUpload } from '../../upload/uploads.ts';
import { FileDrop } from './file-drop.tsx';
import { UploadsInProgress } from './uploads-in-progress.tsx';

let status: number;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  clearSession(null);
  status = 500;
  const failure = { error: { code: 'INTERNAL' }, message: 'It broke.', detail: '', requestId: 'req_1' };
  const { profile: _profile, ...dataset } = aTable('May', ['a']);
  server = await startLocalServer(() =>
    status === 0 ? undefined : { status, json: status === 201 ? dataset : failure },
  );
});
afterEach(() => server.stop());

test('retries a failed upload with all its fields', async () => {
  const file = new File(['a,b'], 'may.csv');
  const request = { file, name: 'May', description: 'Sales', type: 'csv', apiId: undefined };
  await startUpload(request).finished.catch(() => undefined);
  const { user } = renderScreen(<UploadsInProgress apiId={undefined} />);
  status = 201;
  await user.click(await screen.findByRole('button', { name: 'Retry the upload of May' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(server.received).toHaveLength(2);
  for (const { body } of server.received) expect(body).toMatch(/Sales[\s\S]*may\.csv/);
});

test('dismissing a failed upload keeps the focus on the page', async () => {
  const file = new File(['a,b'], 'may.csv');
  await startUpload({ file, name: 'May', type: 'csv', apiId: undefined }).finished.catch(() => undefined);
  const { user } = renderScreen(
    <main id="content" tabIndex={-1}>
      <UploadsInProgress apiId={undefined} />
    </main>,
  );
  await user.click(await screen.findByRole('button', { name: 'Dismiss the failed upload of May' }));
  expect(document.activeElement?.id).toBe('content');
});

test('signing out cancels uploads and clears failed ones', async () => {
  storeTokens({ token: 'of-one', refreshToken: 'of-one' });
  const request = { name: 'May', type: 'csv', apiId: undefined };
  const failed = startUpload({ ...request, file: new File(['a'], 'may.csv') }).finished;
  await failed.catch(() => undefined);
  status = 0;
  const sending = startUpload({ ...request, file: new File(['a'], 'june.csv') }).finished;
  renderScreen(<UploadsInProgress apiId={undefined} />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  clearSession('signed-out');
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  storeTokens({ token: 'of-another', refreshToken: 'of-another' });
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('does not open a file dropped beside the box, and reports that only one of several is used', async () => {
  const [may, june] = [new File(['a'], 'may.csv'), new File(['a'], 'june.csv')];
  const taken: File[] = [];
  renderScreen(<FileDrop file={may} onFile={(file) => taken.push(file)} />);
  // False means that the default action was prevented.
  expect(fireEvent.drop(document.body)).toBe(false);
  fireEvent.drop(screen.getByText('may.csv'), { dataTransfer: { files: [may, june] } });
  expect(taken).toEqual([may]);
  await screen.findByText('Only one file at a time: may.csv was selected, 1 other file was ignored.');
});
