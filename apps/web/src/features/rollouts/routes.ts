import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const rolloutTabs: RouteObject[] = [
  {
    path: 'models/versions',
    lazy: lazyScreen(
      () => import('./screens/api-versions.tsx').then((m) => m.ApiVersionsScreen),
      'rollouts',
      'deployments',
      'models',
    ),
  },
];
