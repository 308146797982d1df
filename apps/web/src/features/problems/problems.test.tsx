import { beforeAll, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { RouteBoundary } from './components/route-boundary.tsx';
import { NotFoundScreen } from './screens/not-found.tsx';
import { ServerErrorScreen } from './screens/server-error.tsx';

beforeAll(() => startWords('problems'));

function Broken(): never {
  throw new Error('the chart has no rows');
}

test('a missing page links home', () => {
  const page = renderScreen(<NotFoundScreen />);
  page.getByRole('heading', { name: '404 – Page Not Found' });
  expect(page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
});

test('the server error links home and offers a retry', () => {
  const page = renderScreen(<ServerErrorScreen />);
  page.getByRole('heading', { name: '500 – Internal Server Error' });
  page.getByRole('link', { name: 'Go to Home' });
  page.getByRole('button', { name: 'Retry' });
});

test('replaces a screen that throws, with a reload and details', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = renderScreen(
    <RouteBoundary>
      <Broken />
    </RouteBoundary>,
  );
  page.getByText('Unexpected Application Error!');
  page.getByRole('button', { name: 'Reload' });
  page.getByText(/the chart has no rows/);
});
