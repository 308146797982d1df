import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../test/render.tsx';
import { fieldSentence } from './field-sentence.ts';

beforeAll(() => startWords('testing'));
afterAll(() => i18next.changeLanguage('en'));

/** As services/automl writes them: features/rows.py, features/cells.py, serve/policy.py. */
const said: [field: string, message: string][] = [
  ['age', 'age is required.'],
  ['age', 'age is missing.'],
  ['age', 'age is missing. A typical value was used.'],
  ['age', 'age is missing, which training never saw; a typical value was used.'],
  ['note', 'note is missing, which training never saw; it was read as a text without words.'],
  ['age', 'age was not sent and was treated as missing.'],
  ['age', 'age was not sent and was filled with 4.5.'],
  ['age', 'age was not sent. 4.5 was used.'],
  ['city', "city has a value that training never saw: 'Atlantis'."],
  ['city', "city has a value that training never saw: 'Atlantis'. A typical value was used."],
  ['city', 'city has a value that training never saw: "it\'s".'],
  ['age', 'age lies outside 20 to 64 seen in training.'],
  ['day', 'day lies outside 2024-01-01 to 2024-12-31 seen in training. It was read as a text without words.'],
  ['note', 'note is longer than the 2,000 words that are read.'],
  ['shoe size', 'shoe size is not a field of this model and was ignored.'],
  ['age', 'age must be a number, not "old".'],
  ['price', 'price must be a number, not "$32,978"; send 32978.'],
  ['age', 'age must be a number, not a list; it was read as missing, as in training.'],
  ['age', 'age must be a number written as in the training table, such as 1,234.5, not "1,2".'],
  ['age', 'age must be a whole number; it was read as missing, as in training.'],
  ['age', 'age is too large for a number.'],
  ['paid', 'paid must be true or false, not "perhaps".'],
  ['day', 'day must be a date such as 2026-01-31, not a number.'],
  ['city', 'city must be text, not an object.'],
  ['', "The row has no value in any of the model's fields (age, city …). Send at least one."],
  ['', "The row holds none of the model's fields (age, city …). Send at least one."],
];

test.each(['es', 'fr', 'de'])('what is said of fields is said in %s', async (language) => {
  await i18next.changeLanguage(language);
  for (const [field, message] of said) {
    const sentence = fieldSentence({ field, message });
    expect(sentence, message).not.toBe(message);
    expect(sentence, message).not.toMatch(/says\.|\{\{|training|typical value/);
  }
});

test('values, bounds and what became of them stand in the sentence', async () => {
  await i18next.changeLanguage('de');
  expect(
    fieldSentence({ field: 'age', message: 'age lies outside 20 to 64 seen in training. 31 was used.' }),
  ).toBe('Liegt außerhalb dessen, was im Training vorkam: 20 bis 64. 31 wurde verwendet.');
  expect(fieldSentence({ field: 'age', message: 'age must be a number, not "old".' })).toBe(
    'Muss eine Zahl sein, nicht "old".',
  );
  expect(fieldSentence({ field: 'age', message: 'age must be a number, not a list.' })).toBe(
    'Muss eine Zahl sein, nicht eine Liste.',
  );
  expect(fieldSentence({ field: 'price', message: 'price must be a number, not "$-1.5"; send -1.5.' })).toBe(
    'Muss eine Zahl sein, nicht "$-1.5". Senden Sie -1.5.',
  );
  expect(fieldSentence({ field: 'price', message: 'price must be a number, not "a"; send b".' })).toBe(
    'Muss eine Zahl sein, nicht "a"; send b".',
  );
});

test('English readers, and sentences that are not known, get the words of the server', async () => {
  const unknown = { field: 'age', message: 'age has gone for a walk.' };
  expect(fieldSentence(unknown)).toBe(unknown.message);
  await i18next.changeLanguage('en');
  const known = { field: 'age', message: 'age is required.' };
  expect(fieldSentence(known)).toBe(known.message);
});
