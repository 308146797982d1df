import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'datasets',
    lazy: lazyScreen(
      () => import('./screens/datasets.tsx').then((m) => m.DatasetsScreen),
      'datasets',
      'errors',
    ),
  },
  {
    path: 'datasets/:datasetId',
    lazy: lazyScreen(
      () => import('./screens/dataset.tsx').then((m) => m.DatasetScreen),
      'datasets',
      'apis',
      'errors',
    ),
  },
];

/** Paths relative to /:username/apis/:id. */
export const datasetTabs: RouteObject[] = [
  {
    path: 'datasets',
    lazy: lazyScreen(
      () => import('./screens/api-datasets.tsx').then((m) => m.ApiDatasetsScreen),
      'datasets',
      'errors',
    ),
  },
];
