import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'start',
    lazy: lazyScreen(
      () => import('./screens/start.tsx').then((m) => m.StartScreen),
      'onboarding',
      'datasets',
      'errors',
    ),
  },
  {
    path: 'start/:datasetId',
    lazy: lazyScreen(
      () => import('./screens/first-model.tsx').then((m) => m.FirstModelScreen),
      'onboarding',
      'datasets',
      'models',
      'deployments',
      'testing',
      'decisions',
      'apis',
      'errors',
    ),
  },
];
