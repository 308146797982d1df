import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const analyticsTabs: RouteObject[] = [
  {
    path: 'analytics',
    lazy: lazyScreen(
      () => import('./screens/api-analytics.tsx').then((m) => m.ApiAnalyticsScreen),
      'analytics',
      'models',
      'deployments',
    ),
  },
];
