import { Link, Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { useScrollToPlace } from './scroll-to-place.ts';

beforeAll(() => startWords());
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

function Page() {
  useScrollToPlace();
  return (
    <>
      <Link to="/second">in the menu</Link>
      <main id="content" tabIndex={-1}>
        <Routes>
          <Route path="/first" element={<Link to="/second">in the page</Link>} />
          <Route path="/second" element={<p>the second page</p>} />
        </Routes>
      </main>
    </>
  );
}

test.each([
  ['goes with its page gives the focus to the next one', 'in the page', 'content'],
  ['stays keeps the focus', 'in the menu', ''],
])('a link that %s', async (_what, link, id) => {
  const { user, getByText, findByText } = renderScreen(<Page />, '/first');
  await user.click(getByText(link));
  await findByText('the second page');
  expect(document.activeElement?.id).toBe(id);
  expect(document.activeElement).not.toBe(document.body);
});

test('shows the page of a URL with an invalid hash', async () => {
  const { findByText } = renderScreen(<Page />, '/second#100%');
  await findByText('the second page');
});
