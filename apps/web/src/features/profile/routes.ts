import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'profile',
    lazy: lazyScreen(
      () => import('./screens/profile.tsx').then((m) => m.ProfileScreen),
      'profile',
      'account',
    ),
  },
];
