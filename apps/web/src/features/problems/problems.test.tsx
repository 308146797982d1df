import { beforeAll, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { RouteBoundary } from './components/route-boundary.tsx';
import { NotFoundScreen } from './screens/not-found.tsx';
import { ServerErrorScreen } from './screens/server-error.tsx';

beforeAll(() => startWords('problems'));

function Broken(): never {
  throw new Error('the chart has no rows');
}

test('a page that is not there leads home', () => {
  const page = renderScreen(<NotFoundScreen />);
  page.getByRole('heading', { name: '404 – Page Not Found' });
  expect(page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
});

test('the server error offers home and a retry', () => {
  const page = renderScreen(<ServerErrorScreen />);
  page.getByRole('heading', { name: '500 – Internal Server Error' });
  page.getByRole('link', { name: 'Go to Home' });
  page.getByRole('button', { name: 'Retry' });
});

test('a screen that throws is replaced, with a reload and the details', () => {
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
