import type { ApiDocs, DocumentedField } from '@rowcast/contracts/domain/api-docs';
import { beforeAll, expect, test } from 'vitest';
import { hexId } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { OptionsPanel } from './options-panel.tsx';

beforeAll(() => startWords('docs', 'apis'));

const wait: DocumentedField = {
  ...{ name: 'wait', kind: 'number', type: 'number', required: false, nullable: true, integer: false },
  ...{ min: 5, max: 80, categories: [], categoryCount: 0, unit: 'min', example: 12, said: '' },
  actions: { null: null, missing: 'warn', type: 'reject', unseen: null, range: 'warn' },
};
const apiId = hexId('api');
const docs: ApiDocs = {
  ...{ apiId, name: 'Waits', description: '', status: 'active', enabled: true, sunset: null },
  ...{ version: 'v1', target: 'left', task: 'binary', labels: ['stayed', 'left'], address: '' },
  paths: { predict: '', stream: '', infer: '', openapi: '' },
  ...{ fields: [wait], extra: 'warn', options: ['threshold'], request: { instances: [{ wait: 12 }] } },
  ...{ answer: null, errors: [], askedAt: '2026-11-23T10:00:00Z' },
  limits: {
    ...{ requests: 1000, windowSeconds: 3600, callsPerMonth: null },
    ...{ timeoutSeconds: 30, rows: 10_000, bytes: 10 * 1024 * 1024 },
  },
};

test('a field says the unit of its numbers, and that text is read as the table wrote it', () => {
  const { getByRole } = renderScreen(<FieldsPanel docs={docs} />);
  expect(getByRole('table').textContent).toContain('A number in min, or text as the training table wrote it');
});

test('the ends of what training saw are told to the last digit, and years without separators', () => {
  const priced = { ...wait, min: 1_234_567, max: 7_654_321 };
  const built = { ...priced, name: 'built', integer: true, min: 1987, max: 2024 };
  const { getByRole } = renderScreen(<FieldsPanel docs={{ ...docs, fields: [priced, built] }} />);
  expect(getByRole('table').textContent).toMatch(/1,234,567.+7,654,321.+1987.+2024/);
});

test('the threshold names the class that it decides', () => {
  const { getByRole } = renderScreen(<OptionsPanel docs={docs} />);
  expect(getByRole('table').textContent).toContain('"left" is answered from this probability of it on');
});

test('a limit is told by the hour as people say it', () => {
  const { getByText } = renderScreen(<LimitsPanel docs={docs} />);
  getByText('1,000 in 1h');
});
