import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { targetFacts } from '../../training/target-facts.ts';
import { TargetNotes } from './target-notes.tsx';

beforeAll(() => startWords('models', 'datasets'));

test('a small share is not rounded to zero', () => {
  const [known] = aTable('Calls', ['fraud']).profile?.columns ?? [];
  if (!known) throw new Error('the table has no column');
  const topValues = [
    { value: 'no', count: 99_968 },
    { value: 'yes', count: 30 },
  ];
  const column = { ...known, type: 'category' as const, distinct: 2, missing: 2, topValues };
  renderScreen(<TargetNotes column={column} facts={targetFacts(column, 100_000)} rows={100_000} />);
  screen.getByText('no 99.97% · yes 0.03%');
  expect(screen.getByText(/missing/).textContent).toBe('0.002% missing, excluded from training');
});
