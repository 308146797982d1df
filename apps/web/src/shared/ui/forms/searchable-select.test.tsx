import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { FieldFrame } from './field.tsx';
import { SearchableSelect } from './searchable-select.tsx';

beforeAll(() => startWords());

function Chooser({ names }: { names: readonly string[] }) {
  const [value, setValue] = useState<string>();
  return (
    <FieldFrame label="Target column">
      {(control) => (
        <SearchableSelect
          {...control}
          value={value}
          onChange={setValue}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      )}
    </FieldFrame>
  );
}

const many = [...Array.from({ length: 40 }, (_, at) => `column ${at}`), 'Monthly income', ' Monthly income'];
const trigger = () => screen.getByRole('combobox', { name: 'Target column' });

test('searches many options by keyboard', async () => {
  const { user } = renderScreen(<Chooser names={many} />);
  await user.tab();
  expect(document.activeElement).toBe(trigger());
  await user.keyboard('{Enter}');
  const search = await screen.findByRole('combobox', { name: 'Search…' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  screen.getByRole('dialog', { name: 'Choose…' });
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(many.length);
  await user.keyboard('MONTHLY');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(trigger().textContent).toBe(' Monthly income');
  expect(document.activeElement).toBe(trigger());
});

test('reports no match; Escape keeps the selection', async () => {
  const { user } = renderScreen(<Chooser names={many} />);
  await user.click(trigger());
  await user.keyboard('colour');
  await screen.findByText('No results');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search…' })).toBeNull());
  expect(trigger().textContent).toBe('Choose…');
});

test('few options have no search field', async () => {
  const { user } = renderScreen(<Chooser names={['age', 'income']} />);
  await user.click(trigger());
  await user.click(await screen.findByRole('option', { name: 'income' }));
  expect(trigger().textContent).toBe('income');
});
