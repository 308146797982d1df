import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

export const routes: RouteObject[] = [
  {
    path: '/about',
    lazy: lazyScreen(() => import('./screens/about.tsx').then((m) => m.AboutScreen), 'site'),
  },
  { path: '/help', lazy: lazyScreen(() => import('./screens/help.tsx').then((m) => m.HelpScreen), 'site') },
  {
    path: '/pricing',
    lazy: lazyScreen(() => import('./screens/pricing.tsx').then((m) => m.PricingScreen), 'site'),
  },
];
