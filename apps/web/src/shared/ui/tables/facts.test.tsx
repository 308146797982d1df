import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Facts } from './facts.tsx';

test('a long name wraps and leaves room for its value', () => {
  const label = 'customer_lifetime_value_in_euros_before_tax';
  render(<Facts items={[{ label, value: 'It is empty in every row.' }]} />);
  expect(screen.getByText(label).className).toContain('[overflow-wrap:anywhere]');
  expect(screen.getByText(label).closest('dl')?.className).toContain('fit-content(60%)');
});
