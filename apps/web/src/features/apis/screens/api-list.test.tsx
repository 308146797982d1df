import type { Api } from '@rowcast/contracts/domain/apis/api';
import { within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ApiListScreen } from './api-list.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let apis: Api[];
let failing: string | undefined;
const running = 'A rollout is running.';
const conflict = { error: { code: 'CONFLICT' }, message: running, detail: running, requestId: 'req_1' };

beforeAll(() => startWords('apis', 'auth'));
beforeEach(async () => {
  resetRequestGuard();
  apis = [];
  failing = undefined;
  server = await startLocalServer(({ method, path }) => {
    const [, address = '', query = ''] = /^([^?]*)\??(.*)$/.exec(path) ?? [];
    if (address === '/api/v1/auth/me') return { status: 200, json: aUser() };
    if (address === '/api/v1/apis') {
      const page = Number(new URLSearchParams(query).get('page') ?? 1);
      const pagination = { page, limit: 10, total: apis.length, totalPages: 2 };
      return { status: 200, json: { data: apis.slice((page - 1) * 10, page * 10), pagination } };
    }
    const one = apis.find(({ id }) => address.includes(id));
    if (!one || one.name === failing) return { status: 409, json: conflict };
    if (method === 'DELETE') {
      apis = apis.filter((api) => api !== one);
      return { status: 204 };
    }
    return { status: method === 'POST' ? 201 : 200, json: one };
  });
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/apis" element={<ApiListScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha/apis',
  );
const bar = { name: 'Actions for the selected APIs' };
const named = (...names: string[]) => names.map((name) => anApi(name));

test('a status filter keeps its tab selected', async () => {
  const { user, getByRole, findByRole } = open();
  await user.click(getByRole('combobox', { name: 'Status' }));
  await user.click(await findByRole('option', { name: 'Draft' }));
  await expect.poll(() => getByRole('tab', { name: 'Draft' }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(getByRole('combobox', { name: 'Status' }));
});

test('deletes selected APIs of two pages after one confirmation with names and traffic', async () => {
  apis = named('Churn', ...Array.from({ length: 9 }, (_, at) => `API ${at}`), 'Fraud');
  apis = apis.map((api) =>
    api.name === 'Fraud' ? { ...api, usage: { ...api.usage, callsLast30Days: 1_240 } } : api,
  );
  const { user, getByRole, findByRole, findByText, queryByRole } = open();
  await user.click(await findByRole('checkbox', { name: 'Select Churn' }));
  await findByRole('region', bar);
  await user.click(getByRole('button', { name: 'Next' }));
  await user.click(await findByRole('checkbox', { name: 'Select Fraud' }));
  await findByText('2 selected');
  await user.click(within(getByRole('region', bar)).getByRole('button', { name: 'Delete' }));
  const dialog = await findByRole('alertdialog', { name: 'Delete 2 APIs' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Fraud1,240 requests in 30 days', 'Churnno requests']);
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 APIs' }));
  await findByText('API deleted successfully!');
  expect(apis.map(({ name }) => name)).not.toContain('Churn');
  expect(apis.map(({ name }) => name)).not.toContain('Fraud');
  await expect.poll(() => queryByRole('region', bar)).toBeNull();
});

test('reports each API that an action could not change, and keeps it selected', async () => {
  apis = named('Churn', 'Fraud', 'Prices');
  failing = 'Fraud';
  const { user, getByRole, findByRole, findByText } = open();
  (await findByRole('checkbox', { name: 'Select Churn' })).focus();
  await user.keyboard(' ');
  await user.click(await findByRole('button', { name: 'Select all on this page' }));
  await findByText('3 selected');
  await user.click(within(getByRole('region', bar)).getByRole('button', { name: 'Duplicate' }));
  const alert = await findByRole('alert');
  expect(alert.textContent).toContain('1 of 3 APIs could not be duplicated.');
  expect(within(alert).getByRole('listitem').textContent).toBe('Fraud: A rollout is running.');
  await findByText('1 selected');
  expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(3);
});
