import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { NumberInput, NumberTextInput } from './number-input.tsx';

beforeAll(() => startWords());
afterEach(() => i18next.changeLanguage('en'));

function Held({ onGive }: { onGive: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(null);
  const hold = (next: number | null) => {
    onGive(next);
    setValue(next);
  };
  return <NumberInput aria-label="Limit" value={value} onChange={hold} />;
}

function open() {
  const given: (number | null)[] = [];
  const page = renderScreen(<Held onGive={(value) => given.push(value)} />);
  return { ...page, given, field: page.getByRole('spinbutton') as HTMLInputElement };
}

test.each(['5%', '12 kg', '-', '1,2,3'])(
  '%j is no number and not empty, and stays as typed',
  async (typed) => {
    const { user, field, given } = open();
    await user.type(field, typed);
    await user.tab();
    expect(given.at(-1)).toBe(Number.NaN);
    expect(field.value).toBe(typed);
    expect(field.hasAttribute('aria-valuenow')).toBe(false);
  },
);

test('an unreadable number is corrected or cleared in place', async () => {
  const { user, field, given } = open();
  await user.type(field, '-0.5%{Backspace}');
  expect([given.at(-1), field.value]).toEqual([-0.5, '-0.5']);
  await user.type(field, '%{ArrowUp}');
  expect([given.at(-1), field.value]).toEqual([1, '1']);
  await user.clear(field);
  expect(given.at(-1)).toBeNull();
});

function HeldText({ onGive }: { onGive: (text: string) => void }) {
  const [text, setText] = useState('');
  const hold = (next: string) => {
    onGive(next);
    setText(next);
  };
  return <NumberTextInput aria-label="Lowest" value={text} onChange={hold} />;
}

function openText() {
  const given: string[] = [];
  const page = renderScreen(<HeldText onGive={(text) => given.push(text)} />);
  return { ...page, given, field: page.getByRole('textbox') as HTMLInputElement };
}

test.each([
  ['en', '50,000', '50000', '50000'],
  ['en', '0,5', '0.5', '0.5'],
  ['en', '12345678901234567890', '12345678901234567890', '12345678901234567890'],
  ['de', '50.000', '50000', '50000'],
  ['de', '12.500,25', '12500.25', '12500,25'],
  ['de', '0.000001', '0.000001', '0,000001'],
  ['de', '1.2.3', '1.2.3', '1.2.3'],
  ['en', 'abc', 'abc', 'abc'],
])('in %s, typing %j emits %j and shows %j after blur', async (...[language, typed, kept, left]) => {
  await i18next.changeLanguage(language);
  const { user, field, given } = openText();
  await user.type(field, typed);
  expect([given.at(-1), field.value]).toEqual([kept, typed]);
  await user.tab();
  expect(field.value).toBe(left);
});
