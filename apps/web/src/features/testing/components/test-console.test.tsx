import { fireEvent, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { refetchAll } from '../../../../test/refetch-all.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { numberField } from '../../../../test/report.ts';
import { useHistory } from '../history.ts';
import { useDraft } from '../request/draft.ts';
import type { DecisionRule } from '../what-if/decision.ts';
import { TestConsole } from './test-console.tsx';
import { WhatIfPanel } from './what-if/what-if-panel.tsx';

const call = { status: 200, latencyMs: 3, headers: {}, body: null };
const saved = {
  ...{ id: hexId('tc'), apiId: hexId('api'), name: 'Of four', createdAt: '2026-01-01T00:00:00Z' },
  ...{ request: { instances: [{ age: 4 }] }, expected: null },
};
const result = { caseId: saved.id, name: saved.name, passed: true, problem: null, call };
let cases: { id: string }[];
let isDown: boolean;
let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;

beforeAll(() => startWords('testing', 'keys'));
beforeEach(async () => {
  resetRequestGuard();
  useHistory.setState({ calls: {} });
  cases = [];
  isDown = false;
  server = await startLocalServer(({ method, path, body }, response) => {
    if (path.includes('/predict/')) return void response.destroy();
    if (isDown) return { status: 500, json: {} };
    if (method === 'DELETE') {
      cases = cases.filter(({ id }) => !path.endsWith(id));
      return { status: 204 };
    }
    if (path.endsWith('/test-cases')) return { status: 200, json: { data: cases } };
    if (path.endsWith('/test')) return { status: 200, json: { passed: 1, failed: 0, data: [result] } };
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

/** Vitest exposes jsdom to tests. */
const inBrowser = globalThis as unknown as { jsdom: { reconfigure: (to: { url: string }) => void } };

const decisionRule: DecisionRule = {
  ...{ apiId: 'api_1', version: 1, task: 'regression', labels: [], threshold: null },
};

function Both() {
  const draft = useDraft(fields);
  const [isWhatIf, setWhatIf] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setWhatIf(!isWhatIf)}>
        Other way
      </button>
      {isWhatIf ? (
        <WhatIfPanel fields={fields} decisionRule={decisionRule} draft={draft} />
      ) : (
        <TestConsole fields={fields} decisionRule={decisionRule} coverages={[]} draft={draft} />
      )}
    </>
  );
}
function Redeployed() {
  const draft = useDraft(fields);
  const [version, setVersion] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVersion(2)}>
        Deploy
      </button>
      <TestConsole fields={fields} decisionRule={{ ...decisionRule, version }} coverages={[]} draft={draft} />
    </>
  );
}
const fields = [numberField('age')];
const Console = () => (
  <TestConsole fields={fields} decisionRule={decisionRule} coverages={[0.8, 0.9]} draft={useDraft(fields)} />
);
const open = () =>
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Console />
    </NuqsTestingAdapter>,
  );

test('does not save a case with the response to another request', async () => {
  const { user, getByRole, getByLabelText, findByText, findByRole, getAllByText } = open();
  await user.click(getByRole('button', { name: 'Send' }));
  await findByText('40');
  expect(getAllByText(/Is outside/)).toHaveLength(2);
  fireEvent.change(getByLabelText(/^age/), { target: { value: '7' } });
  expect(getAllByText(/Is outside/)).toHaveLength(1);
  await user.click(getByRole('button', { name: 'Save test case' }));
  const dialog = await findByRole('dialog');
  expect(dialog.textContent).not.toContain('Expect the same predictions');
  await user.click(getByRole('button', { name: 'Cancel' }));
  fireEvent.change(getByLabelText(/^age/), { target: { value: '4' } });
  await user.click(getByRole('button', { name: 'Save test case' }));
  await findByText('Expect the same predictions');
});

test('the form and the code keep typed options', async () => {
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

test('the interval and contribution controls follow the JSON', async () => {
  const { user, getByRole, getByLabelText, findByLabelText, findByRole, findByText } = open();
  await user.click(getByRole('combobox', { name: 'Prediction interval' }));
  await user.click(await findByRole('option', { name: '90%' }));
  await user.click(getByRole('switch', { name: 'Contributions' }));
  await user.click(getByRole('tab', { name: 'JSON' }));
  const editor = (await findByLabelText('Request body')) as HTMLTextAreaElement;
  expect(JSON.parse(editor.value)).toEqual({
    instances: [{ age: 4 }],
    options: { interval: 0.9, explain: true },
  });
  await user.clear(editor);
  await user.click(editor);
  await user.paste('{"instances": [{"age": 4}], "options": {"interval": 0.85, "topK": 2}}');
  await findByText('85%');
  expect(getByRole('switch', { name: 'Contributions' }).getAttribute('aria-checked')).toBe('false');
  await user.click(getByRole('combobox', { name: 'Prediction interval' }));
  await user.click(await findByRole('option', { name: 'None' }));
  expect(JSON.parse((getByLabelText('Request body') as HTMLTextAreaElement).value)).toEqual({
    instances: [{ age: 4 }],
    options: { topK: 2 },
  });
});

test('what-if starts from the request and keeps it', async () => {
  const { user, getByRole, getByLabelText, findByText } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Both />
    </NuqsTestingAdapter>,
  );
  fireEvent.change(getByLabelText(/^age/), { target: { value: '7' } });
  await user.click(getByRole('button', { name: 'Send' }));
  await findByText('70');
  await user.click(getByRole('button', { name: 'Other way' }));
  expect(getByLabelText('Value of age')).toHaveProperty('value', '7');
  fireEvent.change(getByLabelText('Value of age'), { target: { value: '9' } });
  await findByText('1 field changed');
  await user.click(getByRole('button', { name: 'Other way' }));
  await findByText('70');
  expect(getByLabelText(/^age/)).toHaveProperty('value', '7');
  await user.click(getByRole('button', { name: 'Other way' }));
  expect(getByLabelText('Value of age')).toHaveProperty('value', '9');
  await user.click(getByRole('button', { name: 'Use as starting row' }));
  await user.click(getByRole('button', { name: 'Other way' }));
  expect(getByLabelText(/^age/)).toHaveProperty('value', '9');
});

test('case results do not carry over to the next model', async () => {
  cases = [saved];
  const { user, getByRole, findByText, queryByText } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Redeployed />
    </NuqsTestingAdapter>,
  );
  await findByText('Of four');
  await user.click(getByRole('button', { name: 'Run all' }));
  await findByText('1 of 1 passed');
  await user.click(getByRole('button', { name: 'Deploy' }));
  await findByText('Of four');
  expect(queryByText('1 of 1 passed')).toBeNull();
});

test('deletes a saved case after confirmation', async () => {
  cases = [saved, { ...saved, id: hexId('tc'), name: 'Of five' }];
  const { user, getByRole, findByRole, findByText, getByText, queryByText } = open();
  await findByText('Of four');
  await user.click(getByRole('button', { name: 'Delete test case Of four' }));
  const asked = within(await findByRole('alertdialog'));
  asked.getByText('Are you sure you want to delete "Of four"? This action cannot be undone.');
  const deleted = () => server?.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(deleted()).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Delete test case' }));
  await findByText('Test case "Of four" deleted');
  expect(deleted()).toEqual([`/api/v1/apis/api_1/test-cases/${saved.id}`]);
  getByText('Of five');
  expect(queryByText('Of four')).toBeNull();
});

test('keeps the saved cases if a refetch fails', async () => {
  cases = [saved];
  const { findByText, getByText, queryByRole } = open();
  await findByText('Of four');
  isDown = true;
  await refetchAll();
  getByText('Of four');
  expect(queryByRole('alert')).toBeNull();
});

test('reports that the endpoint could not be reached', async () => {
  const { origin } = window.location;
  inBrowser.jsdom.reconfigure({ url: document.baseURI });
  onTestFinished(() => inBrowser.jsdom.reconfigure({ url: origin }));
  const { user, getByRole, findByRole, findByText } = open();
  await user.click(getByRole('combobox', { name: 'Method' }));
  await user.click(await findByRole('option', { name: 'GET' }));
  await user.click(getByRole('button', { name: 'Send' }));
  await findByText('Network error. Please check your connection.');
});
