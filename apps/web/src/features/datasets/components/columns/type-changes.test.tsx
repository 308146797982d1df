import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { type ChosenTypes, schemaOf } from '../../columns/chosen-types.ts';
import { TypeChanges } from './type-changes.tsx';

beforeAll(() => startWords('datasets'));

const sizes = (distinct: number): ColumnProfile[] => {
  const topValues = ['large', 'mid', 'small'].map((value) => ({ value, count: 3 }));
  const columns = aTable('Shirts', ['size', 'fit']).profile?.columns ?? [];
  return columns.map((column) => ({ ...column, type: 'category', topValues, distinct }));
};

interface ChangesProps {
  distinct: number;
  onSent: (schema: unknown) => void;
}

function Changes({ distinct, onSent }: ChangesProps) {
  const [types, setTypes] = useState<ChosenTypes>({ size: { to: 'ordinal' }, fit: { to: 'text' } });
  return (
    <TypeChanges
      types={types}
      columns={sizes(distinct)}
      busy={false}
      onChoose={({ name }, chosen) => setTypes({ ...types, [name]: chosen })}
      onApply={() => onSent(schemaOf(types))}
      onDiscard={() => undefined}
    />
  );
}

function renderChanges(distinct = 3) {
  const sent: unknown[] = [];
  const { user } = renderScreen(<Changes distinct={distinct} onSent={(schema) => sent.push(schema)} />);
  const order = within(screen.getByRole('group', { name: 'Value order of size' }));
  const listed = () => order.getAllByRole('listitem').map(({ textContent }) => textContent);
  const apply = () => user.click(screen.getByRole('button', { name: 'Apply changes' }));
  return { user, order, listed, apply, sent };
}

test('orders levels by keyboard and sends them lowest first', async () => {
  const { user, order, listed, apply, sent } = renderChanges();
  expect(listed()).toEqual(['1large', '2mid', '3small']);
  const up = order.getByRole('button', { name: 'Move small up' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(listed()).toEqual(['1large', '2small', '3mid']);
  expect(document.activeElement).toBe(up);
  await user.keyboard('{Enter}{Enter}');
  expect(listed()).toEqual(['1small', '2large', '3mid']);
  await user.click(order.getByRole('button', { name: 'Move large down' }));
  await apply();
  const levels = { size: ['small', 'mid', 'large'] };
  expect(sent).toEqual([{ types: { size: 'ordinal', fit: 'text' }, levels }]);
});

test('sends no order that was not chosen', async () => {
  const { order, apply, sent } = renderChanges();
  order.getByText(/a known scale or the numbers in the values/);
  await apply();
  expect(sent).toEqual([{ types: { size: 'ordinal', fit: 'text' } }]);
});

test('adds a missing value to the list once', async () => {
  const { user, order, listed, apply, sent } = renderChanges(4);
  const other = order.getByRole('textbox', {
    name: 'Another value',
    description: /^1 value is not in the list/,
  });
  await user.type(other, 'mid{Enter}');
  await user.type(other, 'huge{Enter}');
  expect(listed()).toEqual(['1large', '2mid', '3small', '4huge']);
  expect(order.queryByRole('textbox')).toBeNull();
  expect(order.queryByRole('button', { name: 'Remove mid' })).toBeNull();
  await user.click(order.getByRole('button', { name: 'Remove huge' }));
  expect(listed()).toEqual(['1large', '2mid', '3small']);
  await user.type(order.getByRole('textbox', { name: 'Another value' }), 'huge{Enter}');
  await apply();
  expect(sent).toMatchObject([{ levels: { size: ['large', 'mid', 'small', 'huge'] } }]);
});
