import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PhoneInput } from './phone-input.tsx';

function Phone() {
  const [value, setValue] = useState('');
  return (
    <>
      <PhoneInput aria-label="Phone" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('+14155550100')}>
        Use mine
      </button>
    </>
  );
}

function open() {
  const page = render(<Phone />);
  const field = page.getByRole('textbox') as HTMLInputElement;
  const holds = () => [field.value, page.getByRole('status').textContent];
  return { ...page, user: userEvent.setup(), field, holds };
}

test.each([
  ['98765 43210', '98765 43210', '+919876543210'],
  ['+91 98765 43210', '+91 98765 43210', '+919876543210'],
  ['+49 1512 3456789', '+49 1512 3456789', '+4915123456789'],
  ['+1 (415) 555-0100', '+1 415 555 0100', '+14155550100'],
])('groups %s and emits the international format', async (typed, shown, given) => {
  const { user, field, holds } = open();
  await user.type(field, typed);
  expect(holds()).toEqual([shown, given]);
});

test('keeps the plus of a number that replaces another', async () => {
  const { user, field, holds } = open();
  await user.type(field, '+49 1512 3456789');
  await user.type(field, '+34612345678', { initialSelectionStart: 0, initialSelectionEnd: 20 });
  expect(holds()).toEqual(['+34 612 34 56 78', '+34612345678']);
});

test('inserting a digit keeps the caret and all digits', async () => {
  const { user, field, holds } = open();
  await user.type(field, '+34 612 34 567');
  await user.type(field, '99', { initialSelectionStart: 5 });
  expect(field.selectionStart).toBe(7);
  await user.tab();
  expect(holds()[1]).toBe('+346991234567');
});

test('all digits can be deleted', async () => {
  const { user, field, holds } = open();
  await user.type(field, '+1 415 555{Backspace>12/}');
  expect(holds()).toEqual(['', '']);
});

test('drops letters', async () => {
  const { user, field, holds } = open();
  await user.type(field, 'tel +49x1512 3456789');
  expect(holds()[1]).toBe('+4915123456789');
});

test('shows a foreign number', async () => {
  const { user, field, holds, getByRole } = open();
  await user.type(field, '98765');
  await user.click(getByRole('button'));
  expect(holds()).toEqual(['+1 415 555 0100', '+14155550100']);
});
