import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const docsTabs: RouteObject[] = [
  {
    path: 'docs',
    lazy: lazyScreen(
      () => import('./screens/api-docs.tsx').then((m) => m.ApiDocsScreen),
      'docs',
      'deployments',
      'testing',
      'keys',
    ),
  },
];
