import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  {
    path: 'invite',
    lazy: lazyScreen(
      () => import('./screens/invite.tsx').then((m) => m.InviteScreen),
      'team',
      'errors',
      'validation',
    ),
  },
  { path: 'team', lazy: lazyScreen(() => import('./screens/team.tsx').then((m) => m.TeamScreen)) },
];
