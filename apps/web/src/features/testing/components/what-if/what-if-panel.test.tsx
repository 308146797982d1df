import { fireEvent, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { numberField } from '../../../../../test/report.ts';
import { liveHandlers } from '../../live.ts';
import { useDraft } from '../../request/draft.ts';
import type { DecisionRule } from '../../what-if/decision.ts';
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
const decisionRule: DecisionRule = {
  ...{ apiId: 'api_1', version: 1, task: 'binary', labels: ['low', 'high'], threshold: 0.5 },
};
const WhatIf = ({ apiId, task = 'binary' }: Pick<DecisionRule, 'apiId'> & Partial<DecisionRule>) => (
  <WhatIfPanel fields={fields} decisionRule={{ ...decisionRule, apiId, task }} draft={useDraft(fields)} />
);
function Redeployed() {
  const [version, setVersion] = useState(1);
  const now = version === 1 ? fields : fields.slice(1);
  return (
    <>
      <button type="button" onClick={() => setVersion(2)}>
        Deploy
      </button>
      <WhatIfPanel
        fields={now}
        decisionRule={{ ...decisionRule, apiId: 'api_6', version }}
        draft={useDraft(now)}
      />
    </>
  );
}
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

test('the prediction follows a slider, beside that of the starting row', async () => {
  server = await startLocalServer(({ body }) =>
    answered(
      (JSON.parse(body) as { instances: { age: number }[] }).instances.map(({ age }) => ({
        prediction: age * 10,
      })),
    ),
  );
  const { getByRole, findByText, user } = renderScreen(<WhatIf apiId="api_1" />);
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
  const asStart = getByRole('button', { name: 'Use as starting row' });
  await user.click(asStart);
  await findByText(/no change/);
  await findByText('0 fields changed');
  // The button is not needed any more, but it keeps the focus.
  expect([asStart.matches(':disabled'), asStart.getAttribute('aria-disabled')]).toEqual([false, 'true']);
});

test('many quick changes send one request', async () => {
  server = await startLocalServer(() => answered([{ prediction: 1 }, { prediction: 2 }]));
  const { getByRole, findByText } = renderScreen(<WhatIf apiId="api_2" />);
  await findByText('2');
  for (const value of ['5', '6', '7', '8'])
    fireEvent.change(getByRole('slider', { name: 'age' }), { target: { value } });
  await waitFor(() => expect(server?.received.at(-1)?.body).toContain('"age":8'));
  expect(server.received).toHaveLength(2);
});

test.each([
  ['refused', 422, 'text-yellow'],
  ['failed', 503, 'text-red'],
])('a row that is %s names the field and the reason', async (_, status, tone) => {
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
  const { findByRole } = renderScreen(<WhatIf apiId="api_3" />);
  const alert = await findByRole('alert');
  expect(alert.textContent).toContain('A row does not fit the model.');
  expect(alert.textContent).toContain('age: must be a number');
  expect(alert.className).toBe(tone);
});

test('searches the smallest change on request and applies it', async () => {
  const nearer = (fixed: string[]) =>
    fixed.includes('age')
      ? { changes: [{ field: 'job', from: 'Tech', to: 'Sales' }], prediction: 'high', probability: 0.7 }
      : { changes: [{ field: 'age', from: 4, to: 9 }], prediction: 'high', probability: 0.9 };
  server = await startLocalServer(({ body }) => {
    const { instances, options } = JSON.parse(body || '{}') as {
      instances?: object[];
      options?: { counterfactual: { fixed: string[] } };
    };
    const counterfactual = options ? nearer(options.counterfactual.fixed) : undefined;
    return answered((instances ?? []).map(() => ({ prediction: 'low', counterfactual })));
  });
  const { getByRole, findByText, findByRole, queryByText, user } = renderScreen(<WhatIf apiId="api_4" />);
  await user.click(getByRole('combobox', { name: 'Desired prediction' }));
  await user.click(await findByRole('option', { name: 'high' }));
  expect(queryByText('90.0%')).toBeNull();
  await user.click(getByRole('button', { name: 'Find' }));
  await findByText('90.0%');
  const asked = server.received.map(({ body }) => JSON.parse(body || '{}').options?.counterfactual);
  expect(asked.filter(Boolean)).toEqual([{ prediction: 'high', fixed: [] }]);
  await user.click(getByRole('button', { name: 'Keep age fixed' }));
  await findByText('70.0%');
  await user.click(await findByRole('button', { name: 'Apply changes' }));
  await findByText('1 field changed');
  expect(getByRole('combobox', { name: /job/ }).textContent).toContain('Sales');
  expect(queryByText('70.0%')).toBeNull();
});

test('keeps the result until the next one, and the focus near the button', async () => {
  const next = Promise.withResolvers<void>();
  server = await startLocalServer(async ({ body }) => {
    const { options } = JSON.parse(body || '{}') as { options?: { counterfactual: { fixed: string[] } } };
    const isSecond = options?.counterfactual.fixed.length === 2;
    if (isSecond) await next.promise;
    const changes = ['age', 'job'].map((field) => ({ field, from: 4, to: 9 }));
    const counterfactual = { changes, prediction: 'high', probability: isSecond ? 0.7 : 0.9 };
    return answered([{ prediction: 'low', ...(options && { counterfactual }) }]);
  });
  const { getByRole, findByRole, findByText, getByText, user } = renderScreen(<WhatIf apiId="api_7" />);
  const press = (name: string) => user.click(getByRole('button', { name }));
  await press('Find');
  await findByText('90.0%');
  await press('Keep age fixed');
  const form = getByRole('form', { name: 'Smallest change that flips the prediction' });
  expect(document.activeElement).toBe(form);
  await waitFor(() =>
    expect(getByRole('button', { name: 'Apply changes' })).toHaveProperty('disabled', false),
  );
  await press('Keep job fixed');
  await findByRole('button', { name: 'Allow job to change' });
  getByText('90.0%');
  expect(getByRole('button', { name: 'Apply changes' })).toHaveProperty('disabled', true);
  next.resolve();
  await findByText('70.0%');
  await press('Allow age to change');
  expect(document.activeElement).toBe(getByRole('button', { name: 'Allow job to change' }));
  await press('Allow job to change');
  expect(document.activeElement).toBe(form);
});

test('shows a probability change in percentage points', async () => {
  const of = (high: number) => ({ prediction: 'low', probabilities: { low: 1 - high, high } });
  server = await startLocalServer(() => answered([of(0.1), of(0.25)]));
  const { findByText, getByText } = renderScreen(<WhatIf apiId="api_9" />);
  await findByText('+15.0 points');
  getByText('−15.0 points');
  getByText('25.0%');
});

test('refetches at once when the API changes', async () => {
  let prediction = 40;
  server = await startLocalServer(() => answered([{ prediction }, { prediction }]));
  const { findByText } = renderScreen(<WhatIf apiId="api_8" />);
  await findByText('40');
  prediction = 50;
  liveHandlers['api.changed']?.({ type: 'api.changed', apiId: 'api_8' }, queryClient);
  await findByText('50');
});

test('searches a number on the chosen side', async () => {
  server = await startLocalServer(({ body }) =>
    answered([{ prediction: 40, ...(body.includes('options') && { counterfactual: null }) }]),
  );
  const { getByRole, getByLabelText, findByText, user } = renderScreen(
    <WhatIf apiId="api_5" task="regression" />,
  );
  expect(getByRole('button', { name: 'Find' })).toHaveProperty('disabled', true);
  fireEvent.change(getByLabelText('Desired prediction'), { target: { value: '50' } });
  await user.click(getByRole('button', { name: 'Find' }));
  await findByText('No such change found.');
  const asked = server.received.find(({ body }) => body.includes('options'))?.body ?? '';
  expect(JSON.parse(asked).options).toEqual({ counterfactual: { atLeast: 50, fixed: [] } });
});

test('drops changes and goals that the next model does not have', async () => {
  server = await startLocalServer(() => answered([{ prediction: 'low' }, { prediction: 'low' }]));
  const { getByRole, findByText, findByRole, user } = renderScreen(<Redeployed />);
  fireEvent.change(getByRole('slider', { name: 'age' }), { target: { value: '7' } });
  await user.click(getByRole('combobox', { name: 'Desired prediction' }));
  await user.click(await findByRole('option', { name: 'high' }));
  await findByText('1 field changed');
  await user.click(getByRole('button', { name: 'Deploy' }));
  expect(getByRole('combobox', { name: 'Desired prediction' }).textContent).not.toContain('high');
  await waitFor(() => expect(server?.received.at(-1)?.body).not.toContain('age'));
});

test('sends an unreadable number as typed and does not search', async () => {
  server = await startLocalServer(() => answered([{ prediction: 1 }, { prediction: 2 }]));
  const { getByRole, getByLabelText, findByText, user } = renderScreen(
    <WhatIf apiId="api_10" task="regression" />,
  );
  await user.type(getByLabelText('Value of age'), ' kg');
  expect(getByRole('slider', { name: 'age' }).getAttribute('aria-valuetext')).toBe('4 kg');
  await waitFor(() => expect(server?.received.at(-1)?.body).toContain('"age":"4 kg"'));
  await user.type(getByLabelText('Desired prediction'), '50 €');
  await findByText('Enter a number, such as 12.5');
  expect(getByRole('button', { name: 'Find' })).toHaveProperty('disabled', true);
});
