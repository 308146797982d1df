import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

/** Paths relative to /:username/apis/:id. */
export const keyTabs: RouteObject[] = [
  {
    path: 'settings/keys',
    lazy: lazyScreen(() => import('./screens/api-keys.tsx').then((m) => m.ApiKeysScreen), 'keys'),
  },
];
