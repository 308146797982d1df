import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

const screens = () => import('./screens/planned.tsx');

/** Paths relative to /:username, for planned features. */
export const routes: RouteObject[] = [
  { path: 'billing', lazy: lazyScreen(() => screens().then((m) => m.BillingScreen), 'planned') },
  { path: 'workflows', lazy: lazyScreen(() => screens().then((m) => m.WorkflowsScreen), 'planned') },
];
