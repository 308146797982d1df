import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'notifications',
    lazy: lazyScreen(
      () => import('./screens/notifications.tsx').then((m) => m.NotificationsScreen),
      'notifications',
      'errors',
    ),
  },
];
