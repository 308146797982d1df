import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

const serverError = lazyScreen(
  () => import('./screens/server-error.tsx').then((m) => m.ServerErrorScreen),
  'problems',
);

/** Relative to /:username. */
export const consoleRoutes: RouteObject[] = [
  {
    path: '*',
    lazy: lazyScreen(
      () => import('./screens/not-found-in-console.tsx').then((m) => m.NotFoundInConsole),
      'problems',
    ),
  },
];

export const routes: RouteObject[] = [
  { path: '/error-500', lazy: serverError },
  { path: '/500', lazy: serverError },
  {
    path: '*',
    lazy: lazyScreen(() => import('./screens/not-found.tsx').then((m) => m.NotFoundScreen), 'problems'),
  },
];
