import type { Report } from '@rowcast/contracts/domain/models/report';
import { screen } from '@testing-library/react';
import { beforeAll, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../../test/render.tsx';
import { numberField } from '../../../../../../test/report.ts';
import { SlicePanel } from './slice-panel.tsx';

beforeAll(() => startWords('models'));

type Slices = NonNullable<Report['slices']>;
const slice = (column: string, from: number, to: number): Slices['slices'][number] => ({
  ...{ column, kind: 'number', category: null, from, to, missing: false },
  ...{ rows: 30, score: 0.6, low: 0.5, high: 0.7 },
});

test('names a segment with distinct bounds, and years as years', () => {
  const slices = [
    slice('price', 12_345, 23_456),
    slice('ratio', 0.12341, 0.12344),
    slice('built', 1998, 2003),
  ];
  const built = { ...numberField('built'), integer: true, min: 1950, max: 2024 };
  renderScreen(
    <SlicePanel
      slices={{ metric: 'accuracy', overall: 0.9, tested: 12, slices }}
      fields={[numberField('price'), numberField('ratio'), built]}
    />,
  );
  screen.getByRole('cell', { name: 'price from 12,345 to 23,456' });
  screen.getByRole('cell', { name: 'ratio from 0.12341 to 0.12344' });
  screen.getByRole('cell', { name: 'built from 1998 to 2003' });
});
