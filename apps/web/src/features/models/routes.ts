import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const modelTabs: RouteObject[] = [
  {
    path: 'models',
    lazy: lazyScreen(
      () => import('./screens/api-models.tsx').then((m) => m.ApiModelsScreen),
      'models',
      'datasets',
      'deployments',
    ),
  },
  {
    path: 'models/compare',
    lazy: lazyScreen(
      () => import('./screens/compare-models.tsx').then((m) => m.CompareModelsScreen),
      'models',
    ),
  },
  {
    path: 'models/:modelId',
    lazy: lazyScreen(
      () => import('./screens/model.tsx').then((m) => m.ModelScreen),
      'models',
      'datasets',
      'decisions',
      'deployments',
    ),
  },
];
