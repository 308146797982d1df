import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { type Status, StatusBadge } from './badge.tsx';

beforeAll(() => startWords());

const colours: [Status, string, string][] = [
  ['active', 'green', 'Active'],
  ['ready', 'green', 'Ready'],
  ['draft', 'grey', 'Draft'],
  ['training', 'blue', 'Training'],
  ['processing', 'blue', 'Processing'],
  ['deprecated', 'red', 'Deprecated'],
  ['error', 'red', 'Error'],
  ['uploading', 'yellow', 'Uploading'],
];

test.each(colours)('%s is %s and says so', (status, colour, text) => {
  const page = renderScreen(<StatusBadge status={status} />);
  expect(page.getByText(text).className).toContain(`bg-${colour}-soft`);
});
