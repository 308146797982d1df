import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'audit',
    lazy: lazyScreen(() => import('./screens/audit.tsx').then((m) => m.AuditScreen), 'audit'),
  },
];
