import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { withTerms } from './term.tsx';

beforeAll(() => startWords());

test('a marked term is described by its definition when it has the focus, and when it is pressed', async () => {
  const { user, getByRole, findByRole, queryByRole, container } = renderScreen(
    <p>{withTerms('Scores are means across <fold>folds</fold>.')}</p>,
  );
  expect(container.textContent).toContain('Scores are means across folds.');
  const term = getByRole('button', { name: 'folds' });
  expect(queryByRole('tooltip')).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(term);
  const definition = await findByRole('tooltip');
  expect(definition.textContent).toContain('cross-validation');
  expect(term.getAttribute('aria-describedby')).toBe(definition.id);
  await user.click(term);
  expect(queryByRole('tooltip')).not.toBeNull();
});

test('other tags stay text', () => {
  const { queryByRole, container } = renderScreen(<p>{withTerms('"<b>age</b>" is a copy')}</p>);
  expect(container.textContent).toContain('"<b>age</b>" is a copy');
  expect(queryByRole('button')).toBeNull();
});
