import { securityEventKinds } from '@rowcast/contracts/domain/people/account-security';
import { activityActions } from '@rowcast/contracts/domain/people/activity';
import type { AuditRecord } from '@rowcast/contracts/domain/people/audit';
import { within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { hexId } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { valueCatalogues } from '../value-words.ts';
import { AuditTable } from './audit-table.tsx';

beforeAll(() => startWords('audit', ...valueCatalogues));

const [api, model, gone, user] = [hexId('api'), hexId('mdl'), hexId('mdl'), hexId('usr')];
const record: AuditRecord = {
  ...{ id: hexId('aud'), seq: 1, timestamp: '2026-01-01T00:00:00Z', user_id: user, user_name: 'Asha' },
  ...{ action: 'api.deployed', target_type: 'api', target_id: api, ip: '127.0.0.1', erased: false },
  details: {
    before: { modelId: gone, settings: { corsEnabled: true, constructor: 1 } },
    after: {
      ...{ modelId: model, modelType: 'random_forest', steps: ['trim', 'cast'] },
      settings: { corsEnabled: false, costs: { low: { high: 9 } } },
    },
  },
  request_id: 'req_1',
};
const names = [
  { id: api, name: 'Churn', apiId: api },
  { id: model, name: 'v2 Churn', apiId: api },
  { id: user, name: 'Asha Rao', apiId: null },
];

test('shows a change in words with links, and the raw record', async () => {
  const table = <AuditTable rows={[record]} names={names} loading={false} empty={null} />;
  const { getAllByRole, user: person } = renderScreen(
    <Routes>
      <Route path=":username/audit" element={table} />
    </Routes>,
    '/asha/audit',
  );
  const row = getAllByRole('row')[1] as HTMLElement;
  const hrefs = within(row)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['Asha Rao', '/asha/invite'],
    ['Churn', `/asha/apis/${api}`],
    ['v2 Churn', `/asha/apis/${api}/models/${model}`],
  ]);
  const fields = [...row.querySelectorAll('dl > div')].map((each) => each.textContent);
  expect(fields).toEqual([
    ...[`Model:${gone}v2 Churn`, 'CORS:yesno', 'Constructor:1'],
    ...['Model type:Random forest', 'Cleaning steps:Trim spaces, Change type', 'Costs:low (high: 9)'],
  ]);
  const cells = within(row).getAllByRole('cell');
  expect([cells[1]?.textContent, cells[3]?.textContent]).toEqual([`Asha Rao${user}`, `APIChurn${api}`]);
  expect(cells[2]?.textContent).toBe('Model deployedapi.deployed');
  expect(row.textContent).not.toContain('req_1');
  await person.click(within(row).getByText('Raw record'));
  expect(row.textContent).toContain('"request_id": "req_1"');
});

test('every recordable action has a label', () => {
  const actions = [
    ...activityActions.work,
    ...activityActions.team,
    ...securityEventKinds.map((kind) => `account.${kind}`),
    ...['account.push_enabled', 'account.push_disabled'],
  ];
  const rows = actions.map((action, seq) => ({ ...record, id: hexId('aud'), seq, action }));
  const { getAllByRole } = renderScreen(<AuditTable rows={rows} names={[]} loading={false} empty={null} />);
  const cells = getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent ?? '');
  const labels = cells.map((text, at) => text.replace(actions[at] as string, ''));
  expect(labels.filter((words) => words === '')).toEqual([]);
  expect(new Set(labels).size).toBe(actions.length);
});
