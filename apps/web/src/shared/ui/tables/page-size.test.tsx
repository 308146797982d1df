import { beforeAll, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { PageSize } from './page-size.tsx';
import { Pagination } from './pagination.tsx';

beforeAll(() => startWords());

test('the page size can be chosen', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  const onLimit = vi.fn();
  const list = { page: 1, limit: 10, total: 45, onPage: () => undefined };
  const { user, getByRole, findByRole } = renderScreen(
    <Pagination {...list}>
      <PageSize limit={10} sizes={[10, 20]} onLimit={onLimit} />
    </Pagination>,
  );
  await user.click(getByRole('combobox', { name: 'Page size' }));
  await user.click(await findByRole('option', { name: '20 per page' }));
  expect(onLimit).toHaveBeenCalledExactlyOnceWith(20);
});
