import type { Reason } from '@rowcast/contracts/domain/models/reason';
import type { Language } from '@rowcast/contracts/domain/people/preference-choices';
import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { useReasonText } from './reason-text.ts';

beforeAll(() => startWords('models', 'datasets'));

const english = 'As the server said it.';
async function read(language: Language, ...why: Reason[]) {
  await setLanguage(language);
  return renderHook(useReasonText).result.current(english, why);
}
test('translates metrics, tasks and numbers', async () => {
  const best: Reason = { code: 'THRESHOLD_BEST', params: { metric: 'accuracy', gain: 0.0125 } };
  expect(await read('en', best)).toBe('Best out-of-fold Accuracy: 0.0125 higher than at 0.5.');
  expect(await read('de', best)).toContain('für Genauigkeit: 0,0125 höher');
  expect(await read('fr', { code: 'CHOSEN', params: { task: 'binary' } })).toBe(
    'Vous avez choisi : Deux classes.',
  );
});

test('nearly all is not rounded to all', async () => {
  expect(await read('en', { code: 'COLUMN_MOSTLY_MISSING', params: { share: 0.9996 } })).toBe(
    '99.96% of its values are missing.',
  );
});

test('joins several sentences', async () => {
  const drawn: Reason = { code: 'ROWS_DRAWN', params: { count: 1000, total: 25000 } };
  expect(await read('es', { code: 'TWO_VALUES' }, drawn)).toMatch(
    /^El objetivo tiene dos valores\. Entrenado con una muestra aleatoria de 1\D?000 de 25\D?000 filas\.$/,
  );
});

test.each([
  ['no reasons, as in an old report', []],
  ['a reason that the console does not know', [{ code: 'CUT_SHORT' }, { code: 'OF_TOMORROW' }]],
  ['a reason that lacks what fills it', [{ code: 'ROWS_GROWN' }]],
])('falls back to English with %s', async (_, why) => {
  expect(await read('de', ...why)).toBe(english);
});
