import { type ErrorCode, errorCatalogue } from '@rowcast/contracts/errors';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import type { DecisionRule } from '../../what-if/decision.ts';
import { ResponsePanel } from './response-panel.tsx';

beforeAll(() => startWords('testing'));
afterEach(() => i18next.changeLanguage('en'));

const decisionRule: DecisionRule = {
  ...{ apiId: 'api_1', version: 1, task: 'binary', labels: ['low', 'high'], threshold: 0.5 },
};
const codes = [
  'API_RATE_LIMITED',
  'KEY_RATE_LIMITED',
  'PLAN_QUOTA_EXCEEDED',
  'TOO_MANY_UNKNOWN_KEYS',
  'API_KEY_MISSING',
] as const;
const translated = (code: ErrorCode) => i18next.t(`errors:code.${code}` as 'errors:code.NETWORK');

test.each(['en', 'es', 'fr', 'de'])('why a call was refused is said in %s', async (language) => {
  await i18next.changeLanguage(language);
  for (const code of codes) {
    const { status, message } = errorCatalogue[code];
    const body = { error: { code }, message, detail: message, requestId: 'req_1' };
    const { findByText, unmount } = renderScreen(
      <ResponsePanel
        answer={{ status, body, latencyMs: 3, headers: {}, decision: null }}
        decisionRule={decisionRule}
      />,
    );
    const said = language === 'en' ? message : translated(code);
    await findByText(said, { exact: true, selector: 'p' });
    expect(said === message, code).toBe(language === 'en');
    unmount();
  }
});

test.each(['en', 'de'])('reports unknown row keys once, with the reason, in %s', async (language) => {
  await i18next.changeLanguage(language);
  const message = '"rows" is not a field of this model. Send rows as …';
  const note = { field: 'rows', message, code: 'ROWS_MISNAMED', parts: { fields: ['age'] } };
  const error = { code: 'INSTANCES_INVALID' };
  const body = { error, message, detail: message, requestId: 'req_1', fields: [note] };
  const answer = { status: 422, body, latencyMs: 3, headers: {}, decision: null };
  const { findByText, queryByText } = renderScreen(
    <ResponsePanel answer={answer} decisionRule={decisionRule} />,
  );
  await findByText(language === 'de' ? /Ist kein Feld dieses Modells/ : /Is not a field of this model/);
  const general = language === 'de' ? translated('INSTANCES_INVALID') : message;
  expect(queryByText(general, { selector: 'p' })).toBeNull();
});

test('shows blanks at the ends of a class', () => {
  const body = {
    ...{ id: 'prd_1', model: { version: 'v1' }, warnings: [] },
    predictions: [{ prediction: ' high', probabilities: { low: 0.2, ' high': 0.8 } }],
  };
  const answer = { status: 200, body, latencyMs: 3, headers: {}, decision: null };
  const { getAllByText, getByText } = renderScreen(
    <ResponsePanel answer={answer} decisionRule={decisionRule} />,
  );
  expect(getAllByText('" high"')).toHaveLength(2);
  getByText('low');
});

test('shows which rule chose the class and its probability', () => {
  const body = {
    ...{ id: 'prd_1', model: { version: 'v1' }, warnings: [] },
    predictions: [
      { prediction: 'high', probabilities: { low: 0.8, high: 0.2 }, expectedCost: 0.8 },
      { prediction: 'low', probabilities: { low: 0.95, high: 0.05 }, expectedCost: 0.45 },
      { prediction: 'high', probabilities: { low: 0, high: 1 }, expectedCost: -5 },
    ],
  };
  const decision = { by: 'api', threshold: null, costs: { high: { low: 9 } } } as const;
  const answer = { status: 200, body, latencyMs: 3, headers: {}, decision };
  const { getByText, getByRole } = renderScreen(
    <ResponsePanel answer={answer} decisionRule={decisionRule} />,
  );
  getByText(/Uses the costs from the API settings\. Returns high if its probability is at least 10\.0%\./);
  getByText('The probability of high is 20.0%, at or above the threshold of 10.0%. Expected cost: 0.8.');
  getByText('The probability of high is 5.0%, below the threshold of 10.0%. Expected cost: 0.45.');
  getByText(
    'The probability of high is 100.0%, at or above the threshold of 10.0%. Expected cost: a gain of 5.',
  );
  expect(getByRole('link', { name: 'Change' }).getAttribute('href')).toMatch(/\/apis\/api_1\/settings$/);
});

test('the most likely class needs no explanation', () => {
  const predictions = [{ prediction: 'low', probabilities: { low: 0.8, high: 0.2 } }];
  const body = { id: 'prd_1', model: { version: 'v1' }, predictions, warnings: [] };
  const answer = { status: 200, body, latencyMs: 3, headers: {}, decision: null };
  const { queryByText } = renderScreen(<ResponsePanel answer={answer} decisionRule={decisionRule} />);
  expect(queryByText(/decided/)).toBeNull();
});

test.each([
  ['the first row alone', [0], false],
  ['no row', [undefined], false],
  ['a later row', [0, 2], true],
])('an answer that names %s says where rows are counted from: %s %s', (_which, rows, isShown) => {
  const fields = rows.map((row) => ({ field: 'age', message: 'age must be a number.', row }));
  const body = { error: { code: 'ROW_INVALID' }, message: '…', detail: '…', requestId: 'req_1', fields };
  const answer = { status: 422, body, latencyMs: 3, headers: {}, decision: null };
  const { queryByText } = renderScreen(<ResponsePanel answer={answer} decisionRule={decisionRule} />);
  expect(queryByText('Rows are counted from 0, in the order sent.') !== null).toBe(isShown);
});

const shown = (prediction: object) => {
  const body = { id: 'prd_1', model: { version: 'v1' }, predictions: [prediction], warnings: [] };
  const answer = { status: 200, body, latencyMs: 3, headers: {}, decision: null };
  return renderScreen(<ResponsePanel answer={answer} decisionRule={decisionRule} />);
};

test('shows the interval or set with its coverage', () => {
  const { getByText } = shown({ prediction: 42, interval: { coverage: 0.9, low: 30.5, high: 52 } });
  getByText('Prediction interval: 30.5 to 52 (90% coverage)');
  const classes = { prediction: 'low', set: { coverage: 0.95, labels: ['low', ' high'] } };
  shown(classes).getByText('Prediction set: low, " high" (95% coverage)');
});

test('contributions lead from the mean to the score, small ones combined', () => {
  const contributions = Array.from({ length: 12 }, (_, place) => ({
    ...{ field: `f${place}`, value: place === 1 ? null : place },
    contribution: (place % 2 ? -1 : 1) * (12 - place),
  }));
  const explanation = { label: 'high', scale: 'log_odds', base: -1.5, score: 4.5, exact: false };
  const { getAllByRole, getByText } = shown({
    ...{ prediction: 'high', explanation: { ...explanation, contributions } },
  });
  getByText(/In log-odds of high.*Values are approximate/);
  const lines = getAllByRole('row').map((row) => row.textContent);
  expect(lines.slice(1, 4)).toEqual(['Mean of the training rows-1.5', 'f00+12', 'f1(missing)−11']);
  expect(lines.slice(-2)).toEqual(['2 more fields+1', 'Total4.5']);
});

test('shows a large number to the unit', () => {
  const body = {
    id: 'prd_1',
    model: { version: 'v1' },
    warnings: [],
    predictions: [{ prediction: 1234567.3 }],
  };
  const answer = { status: 200, body, latencyMs: 3, headers: {}, decision: null };
  const regression: DecisionRule = { ...decisionRule, task: 'regression', labels: [], threshold: null };
  const { getByText } = renderScreen(<ResponsePanel answer={answer} decisionRule={regression} />);
  getByText('1,234,567');
});
