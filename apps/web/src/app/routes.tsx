import type { RouteObject } from 'react-router-dom';
import { routes as apiRoutes } from '@/features/apis/routes.ts';
import { routes as auditRoutes } from '@/features/audit/routes.ts';
import { routes as authRoutes } from '@/features/auth/routes.ts';
import { routes as datasetRoutes } from '@/features/datasets/routes.ts';
import { routes as landingRoutes } from '@/features/landing/routes.ts';
import { routes as notificationRoutes } from '@/features/notifications/routes.ts';
import { routes as onboardingRoutes } from '@/features/onboarding/routes.ts';
import { routes as overviewRoutes } from '@/features/overview/routes.ts';
import { routes as problemRoutes, consoleRoutes as unknownRoutes } from '@/features/problems/routes.ts';
import { routes as profileRoutes } from '@/features/profile/routes.ts';
import { routes as settingsRoutes } from '@/features/settings/routes.ts';
import { routes as siteRoutes } from '@/features/site/routes.ts';
import { routes as teamRoutes } from '@/features/team/routes.ts';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';
import { PublicLayout } from './layouts/public-layout.tsx';
import { RootLayout } from './layouts/root-layout.tsx';
import { withElements } from './screens.tsx';

export const routes: RouteObject[] = withElements([
  {
    element: <RootLayout />,
    children: [
      { element: <PublicLayout />, children: [...landingRoutes, ...siteRoutes] },
      {
        lazy: lazyScreen(
          () => import('./layouts/auth-layout.tsx').then((m) => m.AuthLayout),
          'auth',
          'errors',
          'validation',
        ),
        children: authRoutes,
      },
      {
        path: '/apis',
        lazy: lazyScreen(() => import('./layouts/my-apis.tsx').then((m) => m.MyApis), 'errors'),
      },
      {
        path: '/join',
        lazy: lazyScreen(() => import('./layouts/join.tsx').then((m) => m.Join), 'team', 'auth', 'errors'),
      },
      {
        path: '/join/opt-out',
        lazy: lazyScreen(() => import('./layouts/join.tsx').then((m) => m.OptOut), 'team', 'auth', 'errors'),
      },
      {
        path: '/:username',
        lazy: lazyScreen(
          () => import('./layouts/console-layout.tsx').then((m) => m.ConsoleLayout),
          'console',
          'notifications',
          'site',
          'errors',
          'validation',
        ),
        children: [
          ...overviewRoutes,
          ...onboardingRoutes,
          ...apiRoutes,
          ...datasetRoutes,
          ...auditRoutes,
          ...notificationRoutes,
          ...profileRoutes,
          ...settingsRoutes,
          ...teamRoutes,
        ],
      },
      {
        path: '/:username',
        lazy: lazyScreen(
          () => import('./layouts/unknown-address.tsx').then((m) => m.UnknownAddress),
          'console',
          'notifications',
          'problems',
          'errors',
        ),
        children: unknownRoutes,
      },
      ...problemRoutes,
    ],
  },
]);
