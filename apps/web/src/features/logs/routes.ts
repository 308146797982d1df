import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const logTabs: RouteObject[] = [
  {
    path: 'logs',
    lazy: lazyScreen(() => import('./screens/api-logs.tsx').then((m) => m.ApiLogsScreen), 'logs'),
  },
];
