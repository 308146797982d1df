import { type Api, defaultApiSettings } from '@rowcast/contracts/domain/apis/api';
import type { ReleaseCheck } from '@rowcast/contracts/domain/apis/release-check';
import { within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { ReleaseChecks } from './release-checks.tsx';

const releaseChecks: ReleaseCheck[] = [
  { kind: 'invariant', field: 'city', most: 0.05 },
  { kind: 'rising', field: 'age', most: 0 },
];
const model = aModel({ report: oldReport() });
const { id, name, version, status, metric, score, accuracy } = model;
const api = anApi('Income', {
  version: 'v1',
  model: { id, name, version, status, metric, score, accuracy } as Api['model'],
  settings: { ...defaultApiSettings, releaseChecks },
});
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('rollouts'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path }) =>
    method === 'PUT'
      ? { status: 200, json: api }
      : path.includes('/models/')
        ? { status: 200, json: model }
        : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

const kept = () =>
  server.received
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body).settings.releaseChecks);

test('confirms the removal of a check by name', async () => {
  const { user, getByRole, findByRole } = renderScreen(<ReleaseChecks api={api} />);
  await user.click(getByRole('button', { name: 'Remove check on city' }));
  const asked = within(await findByRole('alertdialog', { name: 'Remove check on city' }));
  asked.getByText(/^Changing city changes the prediction by at most 0.05\./);
  expect(kept()).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Remove check' }));
  await expect.poll(kept).toEqual([[releaseChecks[1]]]);
});

test.each([
  ['', 'Enter a number of 0 or more'],
  ['-1', 'Enter a number of 0 or more'],
  ['a little', 'Enter a number of 0 or more'],
  ['1e13', 'Enter a number within the range'],
])('rejects %j as a maximum change: %s', async (text, says) => {
  const { user, findByRole, getByLabelText, getByRole, findByText } = renderScreen(
    <ReleaseChecks api={api} />,
  );
  const add = await findByRole('button', { name: 'Add check' });
  await expect.poll(() => add.matches(':disabled')).toBe(false);
  await user.click(add);
  const field = getByLabelText('Tolerance');
  await user.clear(field);
  if (text) await user.type(field, text);
  await user.click(getByRole('button', { name: 'Add' }));
  await findByText(says);
  expect(kept()).toEqual([]);
});
