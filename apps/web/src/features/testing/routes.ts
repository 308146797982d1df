import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const testingTabs: RouteObject[] = [
  {
    path: 'testing',
    lazy: lazyScreen(
      () => import('./screens/api-testing.tsx').then((m) => m.ApiTestingScreen),
      'testing',
      'models',
      'datasets',
      'deployments',
      'keys',
    ),
  },
];
