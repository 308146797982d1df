import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    index: true,
    lazy: lazyScreen(
      () => import('./screens/overview.tsx').then((m) => m.OverviewScreen),
      'overview',
      'apis',
      'team',
      'activity',
      'errors',
    ),
  },
  { path: 'analytics', lazy: lazyScreen(() => import('./screens/moved.tsx').then((m) => m.AnalyticsScreen)) },
];
