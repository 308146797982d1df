import { expect, test } from 'vitest';
import { naturalOrder } from '../src/domain/models/category-order.ts';

test.each([
  [
    ['10', '2', '1'],
    ['1', '2', '10'],
  ],
  [
    ['65+', '18-25', '<18', '26-35'],
    ['<18', '18-25', '26-35', '65+'],
  ],
  [
    ['Mar', 'Jan', 'Feb'],
    ['Jan', 'Feb', 'Mar'],
  ],
  [
    ['Sonntag', 'Montag', 'Freitag'],
    ['Montag', 'Freitag', 'Sonntag'],
  ],
  [
    ['Yes', 'No'],
    ['No', 'Yes'],
  ],
  [
    ['high', 'low', 'medium'],
    ['low', 'medium', 'high'],
  ],
  [['Paris', 'Oslo'], null],
  [['1st Street', 'Oak Road'], null],
])('orders %j as %j', (categories, ordered) => {
  expect(naturalOrder(categories)).toEqual(ordered);
});
