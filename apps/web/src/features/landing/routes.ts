import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

export const routes: RouteObject[] = [
  {
    path: '/',
    lazy: lazyScreen(() => import('./screens/landing.tsx').then((m) => m.LandingScreen), 'landing'),
  },
];
