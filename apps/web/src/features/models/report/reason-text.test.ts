import type { Reason } from '@rowcast/contracts/domain/models/reason';
import { reportReasons } from '@rowcast/contracts/domain/models/reason-sentences';
import type { Language } from '@rowcast/contracts/domain/people/preference-choices';
import { renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { useWhy } from './reason-text.ts';

beforeAll(() => startWords('models', 'datasets'));

const english = 'As the server said it.';
async function read(language: Language, ...why: Reason[]) {
  await setLanguage(language);
  return renderHook(useWhy).result.current(english, why);
}
const names = (sentence: string) => [...sentence.matchAll(/\{+(\w+)\}+/g)].map(([, name]) => name).sort();

test.each(['en', 'de', 'es', 'fr'] as const)(
  '%s has every reason of a report with all that fills it',
  async (language) => {
    await setLanguage(language);
    const t = i18next.getFixedT(language, 'models');
    for (const [code, sentence] of Object.entries(reportReasons))
      expect(names(t(`reason.${code as 'NO_TIME'}`, { skipInterpolation: true, count: 2 }))).toEqual(
        names(sentence),
      );
  },
);

test('metrics, tasks and numbers are those of the reader', async () => {
  const best: Reason = { code: 'THRESHOLD_BEST', params: { metric: 'accuracy', gain: 0.0125 } };
  expect(await read('en', best)).toBe('Best Accuracy out of fold, 0.0125 more than at 0.5.');
  expect(await read('de', best)).toContain('Genauigkeit auf nicht gelernten Zeilen, 0,0125 mehr');
  expect(await read('fr', { code: 'CHOSEN', params: { task: 'binary' } })).toBe(
    'Vous avez choisi : Deux classes.',
  );
});

test.each([
  ['en', 1, /^Only 1 row is of/],
  ['en', 9, /^Only 9 rows are of/],
  ['de', 1, /^Nur 1 Zeile gehört/],
  ['fr', 1, /^Seule 1 ligne est/],
  ['es', 9, /^Solo 9 filas son/],
] as const)('in %s a class of %d rows is counted as such', async (language, count, says) => {
  expect(await read(language, { code: 'THRESHOLD_RARE', params: { count } })).toMatch(says);
});

test('nearly all is not said to be all', async () => {
  expect(await read('en', { code: 'COLUMN_MOSTLY_MISSING', params: { share: 0.9996 } })).toBe(
    '99.96% of its cells are missing.',
  );
});

test('several sentences are one text', async () => {
  const drawn: Reason = { code: 'ROWS_DRAWN', params: { count: 1000, total: 25000 } };
  expect(await read('es', { code: 'TWO_VALUES' }, drawn)).toMatch(
    /^El objetivo tiene dos valores\. Se aprendió de 1\D?000 de 25\D?000 filas, elegidas al azar\.$/,
  );
});

test.each([
  ['no reasons, as in a report of old', []],
  ['a reason that the console does not know', [{ code: 'CUT_SHORT' }, { code: 'OF_TOMORROW' }]],
  ['a reason that lacks what fills it', [{ code: 'ROWS_GROWN' }]],
])('with %s there is the English text', async (_, why) => {
  expect(await read('de', ...why)).toBe(english);
});
