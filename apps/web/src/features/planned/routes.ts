import type { RouteObject } from 'react-router-dom';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

const screens = () => import('./screens/planned.tsx');

/** Below /:username: addresses whose content is a later capability. */
export const routes: RouteObject[] = [
  { path: 'billing', lazy: lazyScreen(() => screens().then((m) => m.BillingScreen), 'planned') },
  { path: 'workflows', lazy: lazyScreen(() => screens().then((m) => m.WorkflowsScreen), 'planned') },
];
