import type { FieldNoteCode, FieldNoteParts } from '@rowcast/contracts/domain/predictions/field-note';
import { fieldNoteSentences } from '@rowcast/contracts/domain/predictions/field-note-sentences';
import { type OptionNoteCode, optionNoteSentences } from '@rowcast/contracts/domain/predictions/option-note';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../../test/render.tsx';
import { fieldSentence } from './field-sentence.ts';

beforeAll(() => startWords('testing'));
afterAll(() => i18next.changeLanguage('en'));

/** The notes of the model server, one per sentence. */
const said: [code: FieldNoteCode, parts?: FieldNoteParts][] = [
  ['FIELD_REQUIRED'],
  ['MISSING_VALUE'],
  ['MISSING_VALUE', { outcome: 'typical' }],
  ['MISSING_VALUE', { new: true, outcome: 'typical' }],
  ['MISSING_VALUE', { new: true, outcome: 'wordless' }],
  ['MISSING_FIELD', { outcome: 'missing' }],
  ['MISSING_FIELD', { outcome: 'filled', fill: 4.5 }],
  ['UNSEEN_CATEGORY', { given: 'Atlantis' }],
  ['UNSEEN_CATEGORY', { given: 'pune', meant: 'Pune' }],
  ['OUT_OF_RANGE', { low: 20, high: 64 }],
  ['OUT_OF_RANGE', { low: '2024-01-01', high: '2024-12-31', outcome: 'typical' }],
  ['OUT_OF_RANGE', { words: 2000 }],
  ['OUT_OF_RANGE', { outcome: 'gap' }],
  ['UNKNOWN_FIELD', { outcome: 'ignored' }],
  ['UNKNOWN_FIELD', { outcome: 'ignored', meant: 'age' }],
  ['FIELD_INVALID', { expected: 'number', given: 'old' }],
  ['FIELD_INVALID', { expected: 'number', given: '$32,978', send: '32978' }],
  ['FIELD_INVALID', { expected: 'number', kind: 'list', outcome: 'gap' }],
  ['FIELD_INVALID', { expected: 'number', such: '1,234.5', given: '1,2' }],
  ['FIELD_INVALID', { expected: 'clock', given: 'soon', unit: 'min' }],
  ['FIELD_INVALID', { expected: 'unit', given: '90', unit: 'min', outcome: 'missing' }],
  ['FIELD_INVALID', { expected: 'whole' }],
  ['FIELD_INVALID', { expected: 'boolean', given: 'perhaps' }],
  ['FIELD_INVALID', { expected: 'date', kind: 'number' }],
  ['FIELD_INVALID', { expected: 'day', given: '31.02.2024', most: 29 }],
  ['FIELD_INVALID', { expected: 'text', kind: 'object' }],
  ['NUMBERS_CONVERTED', { given: '1.234', read: 1234 }],
  ['ROW_EMPTY', { fields: ['age', 'city'], sent: false }],
  ['ROW_EMPTY', { fields: ['age', 'city'], sent: true }],
  ['ROWS_MISNAMED', { fields: ['age', 'city'] }],
  ['ROWS_BARE', { fields: ['age', 'city'] }],
  ['ROWS_NOT_LISTED', { fields: ['age', 'city'] }],
  ['ROW_NOT_OBJECT', { fields: ['age', 'city'] }],
  ['ROW_NARROW', { cells: 1, width: 2 }],
  ['ROW_WIDE', { cells: 3, width: 2 }],
  ['ROW_AFTER_QUOTE', {}],
  ['ROW_UNREADABLE', {}],
  ['QUOTE_OPENS', {}],
];
const message = 'as the server words it';

test.each(['en', 'es', 'fr', 'de'])('what is said of fields is said in %s', async (language) => {
  await i18next.changeLanguage(language);
  const sentences = said.map(([code, parts]) => fieldSentence({ message, code, parts }));
  expect(new Set(sentences).size).toBe(said.length);
  for (const sentence of sentences) expect(sentence).not.toMatch(/notes\.|\{\{|undefined|server/);
});

const optionCodes = Object.keys(optionNoteSentences) as OptionNoteCode[];
/** All parameters of the sentences about options. */
const ofOptions: FieldNoteParts = {
  ...{ given: 'top_k', low: 0.5, high: 0.99, most: 100, rows: 2000, count: 3, route: 'POST /predict' },
  ...{ names: ['interval', 'topK'], action: 'drop', classes: ['yes', 'no '], fields: ['age'], more: 1200 },
};

test.each(['en', 'es', 'fr', 'de'])(
  'what is said of options and policies is said in %s',
  async (language) => {
    await i18next.changeLanguage(language);
    for (const code of optionCodes) {
      const filled = fieldSentence({ message, field: 'threshold', code, parts: ofOptions });
      expect(filled).not.toMatch(/notes\.|\{\{|undefined|server/);
    }
  },
);

test('describes an option with its limits, choices and suggestion', async () => {
  await i18next.changeLanguage('de');
  const say = (code: OptionNoteCode, parts: FieldNoteParts) =>
    fieldSentence({ message, field: 'options.topK', code, parts });
  expect(say('OPTION_WHOLE', { low: 1, high: 10_000 })).toBe('Muss eine ganze Zahl von 1 bis 10.000 sein.');
  expect(say('OPTION_UNKNOWN', { given: 'top_k', meant: 'topK', names: ['interval', 'topK'] })).toBe(
    'Unbekannte Option top_k. Verfügbare Optionen: interval, topK. Meinten Sie „topK“?',
  );
  expect(say('CLASS_UNKNOWN', { given: '$&', classes: ['yes', 'no '], more: 3 })).toBe(
    'Unbekannte Klasse „$&“. Verfügbare Klassen: „yes“, „no “ und 3 weitere.',
  );
});

test("English uses the contract's sentences without the field name", async () => {
  await i18next.changeLanguage('en');
  const rest = fieldNoteSentences['problem.extra'].replace('{field} ', '');
  const sentence = rest.charAt(0).toUpperCase() + rest.slice(1);
  expect(fieldSentence({ message, code: 'UNKNOWN_FIELD' })).toBe(sentence);
});

test('fills values, bounds and the outcome into the sentence', async () => {
  await i18next.changeLanguage('de');
  const say = (code: FieldNoteCode, parts: FieldNoteParts) => fieldSentence({ message, code, parts });
  expect(say('OUT_OF_RANGE', { low: 20, high: 64.5, outcome: 'filled', fill: 31 })).toBe(
    'Liegt außerhalb des Trainingsbereichs von 20 bis 64,5. Stattdessen wurde 31 verwendet.',
  );
  expect(say('OUT_OF_RANGE', { low: -0.1, high: 1234567, outcome: 'filled', fill: 32978.25 })).toBe(
    'Liegt außerhalb des Trainingsbereichs von -0,1 bis 1.234.567. Stattdessen wurde 32.978,25 verwendet.',
  );
  expect(say('NUMBERS_CONVERTED', { given: '1.234.567', read: 1234567 })).toContain('1.234.567');
  expect(say('NUMBERS_CONVERTED', { given: '123.456.789,012345', read: 123456789.012345 })).toMatch(
    / 123\.456\.789,012345\D/,
  );
  expect(say('FIELD_INVALID', { expected: 'number', given: 'old' })).toBe(
    'Muss eine Zahl sein, nicht „old“.',
  );
  expect(say('FIELD_INVALID', { expected: 'number', kind: 'list' })).toBe(
    'Muss eine Zahl sein, nicht eine Liste.',
  );
  expect(say('FIELD_INVALID', { expected: 'number', given: '$-1.5', send: '-1.5' })).toBe(
    'Muss eine Zahl sein, nicht „$-1.5“. Senden Sie -1.5.',
  );
  expect(say('UNKNOWN_FIELD', { outcome: 'ignored', meant: 'age' })).toBe(
    'Ist kein Feld dieses Modells. Es wurde ignoriert. Meinten Sie „age“?',
  );
  expect(say('UNSEEN_CATEGORY', { given: 'pune', meant: 'Pune' })).toBe(
    'Hat einen Wert, der in den Trainingsdaten nicht vorkommt: „pune“. Meinten Sie „Pune“?',
  );
});

test('shows a number with all digits', async () => {
  await i18next.changeLanguage('en');
  const say = (code: FieldNoteCode, parts: FieldNoteParts) => fieldSentence({ message, code, parts });
  expect(say('NUMBERS_CONVERTED', { given: '1.234.567', read: 1234567 })).toContain('1,234,567');
  expect(say('MISSING_VALUE', { outcome: 'filled', fill: 32978.25 })).toContain('32,978.25');
  expect(say('OUT_OF_RANGE', { low: 0.1 + 0.2, high: 1234567.5 })).toContain('0.3 to 1,234,567.5');
});

test("a note without a code keeps the server's text", async () => {
  await i18next.changeLanguage('de');
  expect(fieldSentence({ message })).toBe(message);
  expect(fieldSentence({ message, code: 'toString' })).toBe(message);
});
