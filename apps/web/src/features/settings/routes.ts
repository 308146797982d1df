import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'settings',
    lazy: lazyScreen(
      () => import('./screens/settings.tsx').then((m) => m.SettingsScreen),
      'settings',
      'profile',
      'account',
      'notifications',
    ),
  },
];
