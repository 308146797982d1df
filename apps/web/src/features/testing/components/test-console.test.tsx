import { fireEvent } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { numberField } from '../../../../test/report.ts';
import type { Decider } from '../decided.ts';
import { useHistory } from '../history.ts';
import { TestConsole } from './test-console.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;

beforeAll(() => startWords('testing', 'keys'));
beforeEach(async () => {
  resetRequestGuard();
  useHistory.setState({ calls: {} });
  server = await startLocalServer(({ path, body }) => {
    if (path.endsWith('/test-cases')) return { status: 200, json: { data: [] } };
    if (!path.endsWith('/test-endpoint')) return { status: 404 };
    const { instances } = JSON.parse(body) as { instances: { age: number }[] };
    const predictions = instances.map(({ age }) => ({ prediction: age * 10 }));
    const warning = { row: 0, field: 'age', code: 'OUT_OF_RANGE', message: '', parts: { low: 0, high: 10 } };
    const answer = { id: 'prd_1', model: { version: 'v1' }, predictions, warnings: [warning] };
    return { status: 200, json: { status: 200, latencyMs: 3, headers: {}, decision: null, body: answer } };
  });
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const decider: Decider = {
  ...{ apiId: 'api_1', version: 1, task: 'regression', labels: [], threshold: null },
};

const open = () =>
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <TestConsole apiId="api_1" fields={[numberField('age')]} decider={decider} />
    </NuqsTestingAdapter>,
  );

test('a case is not saved with the answer to another request', async () => {
  const { user, getByRole, getByLabelText, findByText, findByRole, getAllByText } = open();
  await user.click(getByRole('button', { name: 'Send' }));
  await findByText('40');
  expect(getAllByText(/Lies outside/)).toHaveLength(2);
  fireEvent.change(getByLabelText(/^age/), { target: { value: '7' } });
  expect(getAllByText(/Lies outside/)).toHaveLength(1);
  await user.click(getByRole('button', { name: 'Save case' }));
  const dialog = await findByRole('dialog');
  expect(dialog.textContent).not.toContain('Expect the same predictions');
  await user.click(getByRole('button', { name: 'Cancel' }));
  fireEvent.change(getByLabelText(/^age/), { target: { value: '4' } });
  await user.click(getByRole('button', { name: 'Save case' }));
  await findByText('Expect the same predictions');
});

test('the form and the code keep the options that were typed', async () => {
  const { user, getByRole, getByLabelText, findByLabelText, findByText } = open();
  await user.click(getByRole('tab', { name: 'JSON' }));
  await user.clear(await findByLabelText('Request body'));
  await user.click(getByLabelText('Request body'));
  await user.paste('{"instances": [{"age": 4}], "options": {"interval": 0.9}}');
  await user.click(getByRole('tab', { name: 'Form' }));
  fireEvent.change(await findByLabelText(/^age/), { target: { value: '7' } });
  expect(getByRole('region', { name: 'Code' }).textContent).toContain('"interval": 0.9');
  await user.click(getByRole('button', { name: 'Send' }));
  await findByText('70');
  const sent = server?.received.find(({ path }) => path.endsWith('/test-endpoint'));
  expect(JSON.parse(sent?.body ?? '')).toEqual({ instances: [{ age: 7 }], options: { interval: 0.9 } });
});
