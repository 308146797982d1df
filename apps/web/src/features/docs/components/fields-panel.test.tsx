import type { DocumentedField } from '@rowcast/contracts/domain/apis/api-docs';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { aDocs } from '../../../../test/factories/docs.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { OptionsPanel } from './options-panel.tsx';

beforeAll(() => startWords('docs', 'apis'));
afterEach(() => i18next.changeLanguage('en'));

const docs = aDocs();
const [wait] = docs.fields as [DocumentedField];

test('shows the unit of a number and how text is read', () => {
  const { getByRole } = renderScreen(<FieldsPanel docs={docs} />);
  expect(getByRole('table').textContent).toContain(
    'A number in min, or text formatted as in the training table',
  );
});

test('shows exact training bounds, and years without separators', () => {
  const priced = { ...wait, min: 1_234_567, max: 7_654_321 };
  const built = { ...priced, name: 'built', integer: true, min: 1987, max: 2024 };
  const { getByRole } = renderScreen(<FieldsPanel docs={{ ...docs, fields: [priced, built] }} />);
  expect(getByRole('table').textContent).toMatch(/1,234,567.+7,654,321.+1987.+2024/);
});

test('the threshold names its class', () => {
  const { getByRole } = renderScreen(<OptionsPanel docs={docs} />);
  expect(getByRole('table').textContent).toContain(
    '"left" is returned when its probability is at least this value',
  );
});

test('formats an hourly limit', () => {
  const { getByText } = renderScreen(<LimitsPanel docs={docs} />);
  getByText('1,000 in 1h');
});

test('formats the body size in the units of the language', async () => {
  await i18next.changeLanguage('fr');
  renderScreen(<LimitsPanel docs={docs} />).getByText('10 Mo');
});
