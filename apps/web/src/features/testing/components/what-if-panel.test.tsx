import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { numberField } from '../../../../test/report.ts';
import type { Decider } from '../decided.ts';
import { WhatIfPanel } from './what-if-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;

beforeAll(() => startWords('testing'));
beforeEach(resetRequestGuard);
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const fields = [
  numberField('age'),
  {
    ...numberField('job'),
    kind: 'category' as const,
    min: null,
    max: null,
    categories: ['Sales', 'Tech'],
    example: 'Tech',
  },
];
const decider: Decider = {
  ...{ apiId: 'api_1', version: 1, task: 'binary', labels: ['low', 'high'], threshold: 0.5 },
};
const answered = (predictions: unknown[], warnings: unknown[] = []) => ({
  status: 200,
  json: {
    status: 200,
    latencyMs: 3,
    headers: {},
    decision: null,
    body: { id: 'prd_1', model: { version: '1' }, predictions, warnings },
  },
});

test('the answer follows a slider, beside the answer to the starting row', async () => {
  server = await startLocalServer(({ body }) =>
    answered(
      (JSON.parse(body) as { instances: { age: number }[] }).instances.map(({ age }) => ({
        prediction: age * 10,
      })),
    ),
  );
  const { getByRole, findByText, user } = renderScreen(
    <WhatIfPanel apiId="api_1" fields={fields} decider={decider} />,
  );
  await findByText('40');
  fireEvent.change(getByRole('slider', { name: 'age' }), { target: { value: '7' } });
  await findByText('70');
  await findByText(/\+30/);
  await findByText('1 field changed');
  expect(JSON.parse(server.received.at(-1)?.body ?? '')).toEqual({
    instances: [
      { age: 4, job: 'Tech' },
      { age: 7, job: 'Tech' },
    ],
  });
  await user.click(getByRole('button', { name: 'Use as starting row' }));
  await findByText(/the same/);
  await findByText('0 fields changed');
});

test('many moves in a moment are one call', async () => {
  server = await startLocalServer(() => answered([{ prediction: 1 }, { prediction: 2 }]));
  const { getByRole, findByText } = renderScreen(
    <WhatIfPanel apiId="api_2" fields={fields} decider={decider} />,
  );
  await findByText('2');
  for (const value of ['5', '6', '7', '8'])
    fireEvent.change(getByRole('slider', { name: 'age' }), { target: { value } });
  await waitFor(() => expect(server?.received.at(-1)?.body).toContain('"age":8'));
  expect(server.received).toHaveLength(2);
});

test.each([
  ['refused', 422, 'text-yellow'],
  ['failed', 503, 'text-red'],
])('a row that is %s says which field and why', async (_, status, tone) => {
  server = await startLocalServer(() => ({
    status: 200,
    json: {
      status,
      latencyMs: 1,
      headers: {},
      decision: null,
      body: {
        error: { code: 'ROW_INVALID' },
        message: 'A row does not fit the model.',
        detail: '',
        requestId: 'req_1',
        fields: [{ field: 'age', message: 'must be a number', row: 1 }],
      },
    },
  }));
  const { findByRole } = renderScreen(<WhatIfPanel apiId="api_3" fields={fields} decider={decider} />);
  const alert = await findByRole('alert');
  expect(alert.textContent).toContain('A row does not fit the model.');
  expect(alert.textContent).toContain('age: must be a number');
  expect(alert.className).toBe(tone);
});
