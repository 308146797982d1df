import { matchRoutes, Outlet, Route, Routes } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { anApi } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { routes } from '../routes.ts';
import { OtherAddress } from './other-address.tsx';

const api = anApi('Income');

beforeAll(() => startWords('apis', 'problems'));

const open = (below: string) =>
  renderScreen(
    <Routes>
      <Route path="/:username/apis/:id" element={<Outlet context={api} />}>
        <Route path="*" element={<OtherAddress />} />
        <Route index element={<p>overview</p>} />
        {['settings/update', 'settings/keys', 'models/versions', 'testing'].map((path) => (
          <Route key={path} path={path} element={<p>{path}</p>} />
        ))}
      </Route>
    </Routes>,
    `/asha/apis/${api.id}/${below}`,
  );

const routeOf = (below: string) =>
  matchRoutes(routes, `/apis/${api.id}${below && `/${below}`}`)?.at(-1)?.route;

test.each([
  ['edit', 'settings/update'],
  ['update', 'settings/update'],
  ['keys', 'settings/keys'],
  ['keys?create=true', 'settings/keys'],
  ['versions', 'models/versions'],
  ['versions/', 'models/versions'],
  ['test', 'testing'],
  ['logic', ''],
  ['workflows', ''],
])('the former address "%s" opens "%s"', async (old, current) => {
  const { findByText, address } = open(old);
  await findByText(current || 'overview');
  expect(address()).toBe(`/asha/apis/${api.id}${current && `/${current}`}`);
  expect(routeOf(old.replace(/\?.*/, ''))?.path).toBe('*');
  expect(routeOf(current)).toMatchObject(current ? { path: current } : { index: true });
});

test.each(['', 'datasets', 'models', 'testing', 'docs', 'analytics', 'logs', 'settings'])(
  'the address "%s" is still a page',
  (below) => expect(routeOf(below)).toMatchObject(below ? { path: below } : { index: true }),
);

test('an address that never existed is not found, with a link to the API', async () => {
  const { findByText, getByRole } = open('nothing');
  await findByText('404 – Page Not Found');
  expect(getByRole('link', { name: 'Overview' }).getAttribute('href')).toBe(`/asha/apis/${api.id}`);
});
